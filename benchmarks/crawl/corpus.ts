/** What is crawled: each source on an address of its own in 127/8 (origins.ts). */
export const CORPUS = {
  name: 'bare feeds on loopback',
  size: '20,000 sources, of which four in five find nothing new and one has a feed of 20 items with a new one; 100,000 rows for scheduling alone',
};

export const SOURCES = 20_000;
export const QUICK_SOURCES = 5_000;
export const SCHEDULED_SOURCES = 100_000;
/** SCHED-5: 100,000 sources, each every 15 minutes. */
export const SCHEDULE_SECONDS = 900;
/** One source in so many publishes something between two visits. */
export const PUBLISHING = 5;

export function isPublishing(index: number): boolean {
  return index % PUBLISHING === 0;
}
