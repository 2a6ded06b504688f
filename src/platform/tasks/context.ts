import type { Clock } from '../../lib/clock.ts';
import type { Broker } from '../broker/port.ts';
import type { Database } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { TaskKind } from './port.ts';

/** What every part of the scheduler works with. */
export interface TasksContext {
  readonly database: Database;
  readonly broker: Broker;
  readonly telemetry: Telemetry;
  /** For pauses between looks alone. When something is due is the database's to say. */
  readonly clock: Clock;
  readonly newId: () => string;
  readonly kinds: Map<string, TaskKind>;
  /** Fault 1: what a dead executor had is taken over after this long. */
  readonly visibilityMs: number;
}

export const QUEUE = 'tasks';

/** TASK-2: how far pickers look ahead. */
export const LOOK_AHEAD = '2 minutes';
