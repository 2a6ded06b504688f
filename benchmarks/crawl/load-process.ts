import { startOrigins } from './origins.ts';

/** The servers of all sources in a separate process, to separate their CPU time from the crawler's. */
const origins = await startOrigins();
process.send?.(origins.port);
process.on('message', () => process.send?.(origins.requests));
process.on('disconnect', () => process.exit());
