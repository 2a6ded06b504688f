import type { Transaction } from '../database/port.ts';

/**
 * Work at a time. A task is one row; when its time comes near, a picker puts it on the broker with delivery at
 * its time, and an executor runs the handler of its kind.
 *
 *   waiting -> picked (up to two minutes ahead) -> running -> waiting (recurring, re-armed) | done | failed
 */
export interface Tasks {
  /** What tasks of a kind do. Every process that executes knows the same kinds. */
  register(kind: TaskKind): void;
  /** Those that were registered in this process, by name. */
  kinds(): readonly Pick<TaskKind, 'name' | 'summary'>[];
  create(task: NewTask): Promise<Task>;
  createIn(tx: Transaction, task: NewTask): Promise<Task>;
  /** Makes the task with this name if there is none, and adopts schedule and policies of the code if there is. */
  ensure(task: NewTask & { readonly name: string }): Promise<Task>;
  get(id: string): Promise<Task | null>;
  findByName(name: string): Promise<Task | null>;
  list(options?: { state?: TaskState; kind?: string; after?: string; limit?: number }): Promise<Task[]>;
  edit(id: string, change: TaskChange): Promise<Task>;
  pause(id: string): Promise<Task>;
  resume(id: string): Promise<Task>;
  remove(id: string): Promise<void>;
  /** Runs it now, beside its schedule; also the way to run a failed one again. Answers the id of the run. */
  runNow(id: string): Promise<string>;
  /** The same as part of the caller's transaction, in which it can be written down who did it. */
  editIn(tx: Transaction, id: string, change: TaskChange): Promise<Task>;
  pauseIn(tx: Transaction, id: string): Promise<Task>;
  resumeIn(tx: Transaction, id: string): Promise<Task>;
  removeIn(tx: Transaction, id: string): Promise<void>;
  runNowIn(tx: Transaction, id: string): Promise<string>;
  runs(id: string, options?: { before?: string; limit?: number }): Promise<TaskRun[]>;
  /** TASK-6: tasks due in each of the next ten minutes, and how many the executors managed a minute lately. */
  forecast(): Promise<Forecast>;
  /** Picks tasks that come due soon, until it is stopped. Any number of processes may. */
  startPicker(): RunningPart;
  startExecutor(options?: { concurrency?: number }): RunningPart;
}

export interface TaskKind {
  readonly name: string;
  readonly summary: string;
  /** Effects through `tx` commit together with the end of the run. `signal` fires when the program stops. */
  run(
    tx: Transaction,
    run: { readonly payload: unknown; readonly dueAt: Date; readonly signal: AbortSignal },
  ): Promise<void>;
}

export type Schedule =
  | { readonly at: Date }
  /** Five fields, to the minute, in a time zone such as Europe/Berlin. */
  | { readonly cron: string; readonly timeZone: string };

export interface NewTask {
  /** Unique where given; tasks of the program itself have one. */
  readonly name?: string;
  readonly kind: string;
  readonly schedule: Schedule;
  readonly payload?: unknown;
  /** What becomes of occurrences that passed while nothing ran: all of them together run once, or not at all. */
  readonly missed?: 'once' | 'skip';
  /** What happens when it is due while it still runs. */
  readonly overlap?: 'refuse' | 'allow';
  /** Runs after the first that are tried by themselves when one fails; none unless asked for. */
  readonly retries?: number;
}

export type TaskChange = Partial<Pick<NewTask, 'schedule' | 'payload' | 'missed' | 'overlap' | 'retries'>>;
export type TaskState = 'waiting' | 'picked' | 'running' | 'paused' | 'done' | 'failed';

export interface Task {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string;
  readonly schedule: Schedule;
  readonly payload: unknown;
  readonly missed: 'once' | 'skip';
  readonly overlap: 'refuse' | 'allow';
  readonly retries: number;
  readonly state: TaskState;
  readonly nextRunAt: Date | null;
  readonly lastRun: TaskRun | null;
  readonly createdAt: Date;
}

export interface TaskRun {
  readonly id: string;
  readonly taskId: string;
  readonly dueAt: Date;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: 'running' | 'succeeded' | 'failed' | 'refused' | 'lost';
  readonly error: string | null;
  readonly attempt: number;
  readonly byHand: boolean;
}

export interface Forecast {
  readonly minutes: readonly { readonly at: Date; readonly due: number }[];
  /** Null while too little ran to tell. */
  readonly executorRatePerMinute: number | null;
}

export interface RunningPart {
  stop(): Promise<void>;
}
