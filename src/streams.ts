/**
 * Every stream of the log, in one table. Flows meet only here: one appends, others consume. The number of
 * partitions is the most processes that can share a group's work, and is fixed once a stream has been made.
 */
export const STREAMS = [
  { name: 'articles.new', partitions: 8, retentionDays: 30 },
  { name: 'stories.changed', partitions: 8, retentionDays: 30 },
  { name: 'signals.valid', partitions: 16, retentionDays: 7 },
  { name: 'interests.changed', partitions: 8, retentionDays: 7 },
  { name: 'posts.changed', partitions: 8, retentionDays: 30 },
] as const;

export type StreamName = (typeof STREAMS)[number]['name'];
