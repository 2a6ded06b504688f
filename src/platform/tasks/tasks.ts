import type { Clock } from '../../lib/clock.ts';
import type { Broker } from '../broker/port.ts';
import type { Database, Transaction } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { editIn, pauseIn, removeIn, resumeIn, runNowIn } from './change.ts';
import type { TasksContext } from './context.ts';
import { createIn, ensure } from './create.ts';
import { startExecutor } from './executor.ts';
import { forecast } from './forecast.ts';
import { startPicker } from './picker.ts';
import type { TaskKind, Tasks } from './port.ts';
import { findTaskByName, getTask, listRuns, listTasks } from './queries.ts';

/** The scheduler on PostgreSQL and the broker. Nothing runs until a picker and an executor are started. */
export function createTasks(options: TasksOptions): Tasks {
  const context: TasksContext = {
    visibilityMs: VISIBILITY_MS,
    ...options,
    kinds: new Map<string, TaskKind>(),
  };
  const { database } = options;
  const within = <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work);
  return {
    register: kind => {
      if (context.kinds.has(kind.name)) throw new Error(`the task kind ${kind.name} is registered already`);
      context.kinds.set(kind.name, kind);
    },
    kinds: () =>
      [...context.kinds.values()]
        .map(({ name, summary }) => ({ name, summary }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    create: task => within(tx => createIn(context, tx, task)),
    createIn: (tx, task) => createIn(context, tx, task),
    ensure: task => ensure(context, task),
    get: id => getTask(database, id),
    findByName: name => findTaskByName(database, name),
    list: listOptions => listTasks(database, listOptions),
    edit: (id, change) => within(tx => editIn(context, tx, id, change)),
    editIn: (tx, id, change) => editIn(context, tx, id, change),
    pause: id => within(tx => pauseIn(tx, id)),
    pauseIn,
    resume: id => within(tx => resumeIn(context, tx, id)),
    resumeIn: (tx, id) => resumeIn(context, tx, id),
    remove: id => within(tx => removeIn(tx, id)),
    removeIn,
    runNow: id => within(tx => runNowIn(context, tx, id)),
    runNowIn: (tx, id) => runNowIn(context, tx, id),
    runs: (id, runOptions) => listRuns(database, id, runOptions),
    forecast: () => forecast(database),
    startPicker: () => startPicker(context),
    startExecutor: executorOptions => startExecutor(context, executorOptions),
  };
}

const VISIBILITY_MS = 30_000;

export interface TasksOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly telemetry: Telemetry;
  /** Only for pauses: the database's clock decides what is due. */
  readonly clock: Clock;
  readonly newId: () => string;
  /** When a run of a dead executor is taken over; half a minute by default. */
  readonly visibilityMs?: number;
}
