/** What is crawled: `startCrawlLoad` of the synthetic world, each source on an address of its own in 127/8. */
export const CORPUS = {
  name: 'bare feeds on loopback',
  size: '20,000 sources with 20 items each, of which four in five find nothing new; 100,000 rows for scheduling alone',
};

export const SOURCES = 20_000;
export const QUICK_SOURCES = 1_000;
export const SCHEDULED_SOURCES = 100_000;
/** SCHED-5: 100,000 sources, each every 15 minutes. */
export const SCHEDULE_SECONDS = 900;
