import { type Clock, pause } from '../lib/clock.ts';
import { inBackground } from '../platform/database/background.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { startCommandRunner } from './commands/run-commands.ts';
import type { SearchEngine } from './engine/port.ts';
import { startIndexConsumers } from './indexing/index-consumers.ts';
import { exposeIndexMetrics } from './indexing/metrics.ts';
import { verifyIndex } from './indexing/verify.ts';

/**
 * SRCH-4: what keeps an index.
 *
 *   articles.new, stories.changed --> documents --> the index                          feed/keep-index.ts
 *   at the start, every ten minutes and after it was opened anew: compared and mended  feed/verify.ts
 *   what somebody asks of it from elsewhere                                            orders/carry-out.ts
 */
export async function startSearch(deps: SearchDeps): Promise<RunningSearch> {
  const { engine, index, log, clock, telemetry } = deps;
  // Whole pages of articles are read: those who wait for a page of the paper come first.
  const database = inBackground(deps.database, { patienceMs: DATABASE_PATIENCE_MS });
  const stopping = new AbortController();
  const keeping = await startIndexConsumers({ database, log, engine, index });
  const verifying = { settled: () => keeping.drained(), signal: stopping.signal };
  const orders = await startCommandRunner({ database, engine, index, log: telemetry.log, verifying });
  exposeIndexMetrics({ engine, index, log, clock, telemetry });

  const compare = async () => {
    const found = await verifyIndex({ database, engine }, { ...verifying, isRepairing: true });
    const differences = telemetry.metrics.gauge('search_index_differences');
    differences.set({ kind: 'missing' }, found.missing);
    differences.set({ kind: 'surplus' }, found.surplus);
    if (found.missing + found.surplus > 0) telemetry.log.warn('the search index was mended', { ...found });
  };
  let wake = new AbortController();
  let comparing: Promise<unknown> = Promise.resolve();
  /** How long to leave it alone. What could not be compared may be missing something, and nobody else would notice. */
  const compareNow = () =>
    compare().then(
      () => VERIFY_INTERVAL_MS,
      error => {
        if (!stopping.signal.aborted)
          telemetry.log.error('the search index could not be compared', { error });
        return VERIFY_RETRY_MS;
      },
    );
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      const compared = compareNow();
      comparing = compared;
      await pause(clock, await compared, AbortSignal.any([stopping.signal, wake.signal]));
    }
  })();
  return {
    verifySoon: () => wake.abort(),
    drained: async () => {
      await comparing;
      await keeping.drained();
    },
    stop: async () => {
      stopping.abort();
      await orders.close();
      await keeping.stop();
      await loop;
    },
  };
}

const DATABASE_PATIENCE_MS = 30_000;
const VERIFY_INTERVAL_MS = 600_000;
const VERIFY_RETRY_MS = 2_000;

export interface SearchDeps {
  readonly engine: SearchEngine;
  readonly index: string;
  readonly database: Database;
  readonly log: EventLog;
  /** Of the machine: it waits for nothing that has an hour of the day. */
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

export interface RunningSearch {
  /** Something may have got lost. */
  verifySoon(): void;
  /** Resolves when everything that was committed before the call is found. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
