/** From this weight in its topic vector on, an article or a story counts as being about a topic: it is followed or muted with it. */
export const MIN_TOPIC_WEIGHT = 0.3;
