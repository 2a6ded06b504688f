/** The streams of signals have as many: what is of one visitor lies in the partition of the same number in all of them. */
export const SIGNAL_PARTITIONS = 16;

/**
 * Every stream of the log, in one table. Flows meet only here: one appends, others consume. The number of
 * partitions is the most processes that can share a group's work, and is fixed once a stream has been made.
 */
export const STREAMS = [
  { name: 'articles.new', partitions: 8, retentionDays: 30 },
  // By language: stories never mix languages, so whoever holds a partition decides alone about its languages.
  { name: 'articles.described', partitions: 8, retentionDays: 30 },
  { name: 'stories.changed', partitions: 8, retentionDays: 30 },
  // By visitor, several signals in an event. What was accepted has address and browser in it, and is kept no longer than
  // it takes to judge it again.
  { name: 'signals.accepted', partitions: SIGNAL_PARTITIONS, retentionDays: 2 },
  { name: 'signals.valid', partitions: SIGNAL_PARTITIONS, retentionDays: 7 },
  { name: 'trending.entered', partitions: 4, retentionDays: 30 },
  { name: 'interests.changed', partitions: 8, retentionDays: 7 },
  { name: 'posts.changed', partitions: 8, retentionDays: 30 },
] as const;

export type StreamName = (typeof STREAMS)[number]['name'];
