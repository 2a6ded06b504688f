import type { Transaction } from '../database/port.ts';

/**
 * Scheduled jobs. A task is one row. Shortly before its time a picker publishes a message that is due at that time, and
 * an executor that receives it runs the handler of the task's kind.
 *
 *   waiting -> picked (up to two minutes ahead) -> running -> waiting (recurring, re-armed) | done | failed
 */
export interface Tasks {
  /** Registers a kind of task. All processes with executors must register the same kinds. */
  register(kind: TaskKind): void;
  /** The kinds registered in this process, sorted by name. */
  kinds(): readonly Pick<TaskKind, 'name' | 'summary'>[];
  create(task: NewTask): Promise<Task>;
  createIn(tx: Transaction, task: NewTask): Promise<Task>;
  /** Creates the task with this name, or updates its schedule and policies. */
  ensure(task: NewTask & { readonly name: string }): Promise<Task>;
  get(id: string): Promise<Task | null>;
  findByName(name: string): Promise<Task | null>;
  list(options?: { state?: TaskState; kind?: string; after?: string; limit?: number }): Promise<Task[]>;
  edit(id: string, change: TaskChange): Promise<Task>;
  pause(id: string): Promise<Task>;
  resume(id: string): Promise<Task>;
  remove(id: string): Promise<void>;
  /** Runs it now, in addition to its schedule, also after it failed. Returns the id of the run. */
  runNow(id: string): Promise<string>;
  /** In the caller's transaction, together with an audit entry. */
  editIn(tx: Transaction, id: string, change: TaskChange): Promise<Task>;
  pauseIn(tx: Transaction, id: string): Promise<Task>;
  resumeIn(tx: Transaction, id: string): Promise<Task>;
  removeIn(tx: Transaction, id: string): Promise<void>;
  runNowIn(tx: Transaction, id: string): Promise<string>;
  runs(id: string, options?: { before?: string; limit?: number }): Promise<TaskRun[]>;
  /** TASK-6: tasks due in each of the next ten minutes, and the recent maximum of runs a minute. */
  forecast(): Promise<Forecast>;
  /** Picks tasks that are due soon until it is stopped. Any number of processes may run one. */
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
  /** Unique; tasks of the program have one. */
  readonly name?: string;
  readonly kind: string;
  readonly schedule: Schedule;
  readonly payload?: unknown;
  /** Whether occurrences missed during an outage run once together, or not at all. */
  readonly missed?: 'once' | 'skip';
  /** Whether it may start while it still runs. */
  readonly overlap?: 'refuse' | 'allow';
  /** Automatic retries after a failed run; 0 by default. */
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
  /** Null after too few runs. */
  readonly executorRatePerMinute: number | null;
}

export interface RunningPart {
  stop(): Promise<void>;
}
