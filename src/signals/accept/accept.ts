import { createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { byPartition } from './partitions.ts';
import { type Signal, toLogData } from './signal.ts';

/**
 * EVT-3: resolves when the signals are durable. Requests that come together are written by one transaction, and what
 * belongs to one partition of the log is one event of it: a signal costs some bytes, and not a row.
 *
 * The log is by visitor: what somebody did stays in order, and whoever judges has a visitor's past in one place.
 */
export function createAcceptance({ database, log, clock }: AcceptanceContext): Acceptance {
  return createBatcher<readonly Signal[], void>({
    run: async requests => {
      const at = clock.now();
      const signals = requests.flat();
      await database.transaction(async tx => {
        log.append(
          tx,
          'signals.accepted',
          byPartition(signals, ({ visitor }) => visitor).map(([key, own]) => ({
            key,
            data: toLogData(at, own),
          })),
        );
      });
      return requests.map(() => undefined);
    },
    lanes: 2,
    weigh: signals => signals.length,
    most: 20_000,
  });
}

export type Acceptance = (signals: readonly Signal[]) => Promise<void>;

export interface AcceptanceContext {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Clock;
}
