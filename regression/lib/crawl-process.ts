import { openCrawl } from '../../benchmarks/crawl/open-crawl.ts';
import { startIngest } from '../../src/ingest/flow.ts';
import { HOST_DELAY_MS, LEASE_MS } from './crawl-world.ts';

/** One crawler of the chaos test. It reports each fetch that lost its lease to its parent. */
const [url = ''] = process.argv.slice(2);
const { context } = await openCrawl({
  url,
  userAgent: `chaos/${process.pid}`,
  threads: 1,
  limits: { totalMs: LEASE_MS / 2, connectMs: LEASE_MS / 2, headersMs: LEASE_MS / 2, bodyMs: LEASE_MS / 2 },
  settings: {
    concurrency: 12,
    hostDelayMs: HOST_DELAY_MS,
    leaseMs: LEASE_MS,
    agent: 'Broadsheet',
    batchMs: 20,
    claimEveryMs: 50,
  },
});
const { log } = context.telemetry;
const reportingLog = {
  ...log,
  info: (message: string) => {
    if (message === 'crawl.lease_lost') process.send?.('late');
  },
  warn: () => undefined,
  error: (message: string, fields?: Readonly<Record<string, unknown>>) =>
    console.error(process.pid, message, fields),
};
startIngest({ ...context, telemetry: { ...context.telemetry, log: reportingLog } });
process.send?.('ready');
// The parent is gone, so no other process would end this one.
process.on('disconnect', () => process.exit(1));
