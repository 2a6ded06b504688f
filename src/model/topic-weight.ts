/** From this weight in its topic vector on, an article or story is about a topic, and is followed or muted with it. */
export const MIN_TOPIC_WEIGHT = 0.3;
