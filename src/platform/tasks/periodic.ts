/**
 * A task that the program schedules. Each module exports its own list; the role `tasks` registers them all.
 * It works through the pool rather than in the transaction of its run: it takes many short transactions, so that no
 * request waits for its locks, and it may start over after a crash.
 */
export interface PeriodicTask {
  readonly name: string;
  readonly summary: string;
  /** Five fields, in UTC. */
  readonly cron: string;
  run(): Promise<void>;
}
