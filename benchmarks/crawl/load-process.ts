import { startCrawlLoad } from '../../world/crawl-load.ts';

/** The servers of all sources in a process of their own, so that their cost can be told from the crawler's. */
const load = await startCrawlLoad({ sources: Number(process.argv[2]) });
process.send?.(load.port);
process.on('message', () => process.send?.({ ...load.counts }));
process.on('disconnect', () => process.exit());
