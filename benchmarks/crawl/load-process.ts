import { startOrigins } from './origins.ts';

/** The servers of all sources in a process of their own, so that their cost can be told from the crawler's. */
const origins = await startOrigins();
process.send?.(origins.port);
process.on('message', () => process.send?.(origins.requests));
process.on('disconnect', () => process.exit());
