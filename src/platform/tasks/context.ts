import type { Clock } from '../../lib/clock.ts';
import type { Broker } from '../broker/port.ts';
import type { Database } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { TaskKind } from './port.ts';

/** Dependencies of every part of the scheduler. */
export interface TasksContext {
  readonly database: Database;
  readonly broker: Broker;
  readonly telemetry: Telemetry;
  /** Only for pauses: the database's clock decides what is due. */
  readonly clock: Clock;
  readonly newId: () => string;
  readonly kinds: Map<string, TaskKind>;
  /** Fault 1: runs of a dead executor are taken over after this time. */
  readonly visibilityMs: number;
}

export const QUEUE = 'tasks';

/** TASK-2: how far pickers look ahead. */
export const LOOK_AHEAD = '2 minutes';
