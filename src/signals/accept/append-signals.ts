import { Problem } from '../../errors.ts';
import { createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import type { Signal } from '../../model/signal.ts';
import { byPartition } from '../../model/signal-partitions.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { SIGNALS_ACCEPTED } from '../../streams.ts';

/**
 * EVT-3: resolves when the signals are durable. Requests that come together are written by one statement, and what
 * belongs to one partition of the log is one event of it: a signal costs some bytes, and not a row.
 *
 * The log is by visitor: what somebody did stays in order, and whoever judges has a visitor's past in one place.
 */
export function createSignalAppender({ log, clock }: AppendSignalsDeps): AppendSignals {
  return createBatcher<readonly Signal[], void>({
    run: async requests => {
      const at = clock.now();
      const parts = byPartition(requests.flat(), ({ visitor }) => visitor);
      await appendWithRetry(
        log,
        parts.map(([key, signals]) => ({ key, at, signals })),
      );
      return requests.map(() => undefined);
    },
    lanes: 2,
    weigh: signals => signals.length,
    most: 20_000,
  });
}

/**
 * When the connection breaks nobody knows whether it was written. Written twice it still counts once, as every signal
 * has an id or a visit by then, so it is simply written again.
 */
async function appendWithRetry(log: EventLog, events: readonly AcceptedSignals[]): Promise<void> {
  try {
    await log.appendNow(SIGNALS_ACCEPTED, events);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'database-away') throw error;
    await log.appendNow(SIGNALS_ACCEPTED, events);
  }
}

export type AppendSignals = (signals: readonly Signal[]) => Promise<void>;

export interface AppendSignalsDeps {
  readonly log: EventLog;
  readonly clock: Clock;
}
