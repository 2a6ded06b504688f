/** The length of a topic vector, which has one dimension per category and topic. */
export const TOPIC_DIMENSIONS = 128;

/** From this weight in its topic vector on, an article or story is about a topic, and is followed or muted with it. */
export const MIN_TOPIC_WEIGHT = 0.3;
