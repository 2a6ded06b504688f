import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { ClustererRegistry } from './clusterer-registry.ts';
import type { RetiredStories } from './successors.ts';

export interface ClusteringDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly registry: ClustererRegistry;
  /** Moves what other modules keep by story id, in the transaction that retires the stories. */
  readonly onRetired: (tx: Transaction, retired: RetiredStories) => Promise<void>;
}
