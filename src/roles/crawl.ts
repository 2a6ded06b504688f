import type { Installation } from '../context.ts';
import { startDemo } from '../demo/demo.ts';
import type { IngestContext } from '../ingest/context.ts';
import { startIngest } from '../ingest/flow.ts';
import { createParserPool } from '../ingest/parse/parser-pool.ts';
import { startPushWorker } from '../ingest/websub/ingest-push.ts';
import { systemClock } from '../lib/clock.ts';
import { restartReporter } from '../platform/telemetry/restarts.ts';
import { AGENT } from '../version.ts';
import type { RunningRole } from './role.ts';

/** The role `crawl`: visits sources as they come due and stores what they publish. */
export async function startCrawlRole(installation: Installation): Promise<RunningRole> {
  const { config } = installation;
  // First, because it can fail and nothing needs to be closed yet.
  const demo = await startDemo(installation);
  const parserPool = createParserPool({
    threads: installation.size.crawlThreads,
    clock: systemClock,
    onCrash: restartReporter(installation.telemetry, 'parser'),
  });
  const context: IngestContext = {
    ...installation,
    database: installation.background,
    parserPool,
    settings: {
      concurrency: config.crawlConcurrency,
      hostDelayMs: config.crawlDelay,
      leaseMs: LEASE_MS,
      agent: AGENT,
    },
  };
  const ingest = startIngest(context);
  const pushes = startPushWorker({ ...context, broker: installation.broker });
  return {
    drain: () => ingest.drain(),
    stop: async () => {
      await Promise.all([ingest.stop(), pushes.stop()]);
      await parserPool.close();
      await demo?.stop();
    },
  };
}

/** Longer than the request timeout, so that a live visit never loses its host. */
const LEASE_MS = 60_000;
