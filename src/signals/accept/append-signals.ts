import { Problem } from '../../errors.ts';
import { createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import type { Signal } from '../../model/signal.ts';
import { byPartition } from '../../model/signal-partitions.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { SIGNALS_ACCEPTED } from '../../streams.ts';

/**
 * EVT-3: resolves when the signals are durable. Concurrent requests are written by one statement, and all
 * signals of a partition form one event of the log, so a signal costs some bytes instead of a row.
 *
 * The stream is keyed by visitor: a visitor's signals keep their order, and one process has the visitor's history.
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
    maxWeight: 20_000,
  });
}

/**
 * When the connection breaks, the events may or may not have been written. They are written again: a signal has an id or
 * a visit, so it counts once even when it is stored twice.
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
