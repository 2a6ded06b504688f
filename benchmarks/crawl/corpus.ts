/** The sources, each on a separate address in 127/8 (origins.ts). */
export const CORPUS = {
  name: 'bare feeds on loopback',
  size: '20,000 sources, of which four in five find nothing new and one has a feed of 20 items with a new one; 100,000 rows for scheduling alone; quick 2,000 and 20,000',
};

export const SOURCES = 20_000;
export const QUICK_SOURCES = 2_000;
/** SCHED-5: 100,000 sources, each every 15 minutes. */
export const SCHEDULED = { sources: 100_000, seconds: 900 };
/** The same number of visits per second with a smaller table, which fills faster. */
export const QUICK_SCHEDULED = { sources: 20_000, seconds: 180 };
/** One source in this many publishes an article between two visits. */
export const PUBLISHING = 5;

export function isPublishing(index: number): boolean {
  return index % PUBLISHING === 0;
}
