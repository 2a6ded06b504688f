import { Worker } from 'node:worker_threads';
import { type Clock, pause } from '../../lib/clock.ts';
import { type Assignment, JobThread } from './thread.ts';

export { ThreadEnded } from './thread.ts';

/**
 * Runs slow pure functions in worker threads, so that they delay neither requests nor leases.
 *
 *   waiting --> a free thread --> answered
 *                   |-- no answer in time, or the thread died: the job fails, a new thread takes its place
 *
 * One timer checks all threads while there are any, so a job may exceed its timeout by a tenth, a second at most. A
 * thread that was free for a while ends, and with it its memory. The most recently used one gets the next job, so that
 * the others may end.
 */
export function createThreadPool<Job, Result>(options: ThreadPoolOptions): ThreadPool<Job, Result> {
  const { module, data, threads, clock, timeoutMs, memoryMb, onCrash, idleMs = IDLE_MS } = options;
  const checkEveryMs = Math.min(MAX_CHECK_INTERVAL_MS, Math.max(1, timeoutMs / 10));
  const maxChecks = Math.ceil(timeoutMs / checkEveryMs);
  const maxIdleChecks = Math.ceil(idleMs / checkEveryMs);
  const waiting: Assignment<Job, Result>[] = [];
  const free: JobThread<Job, Result>[] = [];
  const all = new Set<JobThread<Job, Result>>();
  const closing = new AbortController();
  let isChecking = false;

  const start = (): JobThread<Job, Result> => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const thread = new JobThread<Job, Result>(new Worker(module, { workerData: data, resourceLimits }), {
      onFree: freed => {
        free.push(freed);
        next();
      },
      onEnd: (ended, reason) => {
        all.delete(ended);
        if (!closing.signal.aborted) onCrash?.(reason);
        // It may end while it is free.
        if (free.includes(ended)) free.splice(free.indexOf(ended), 1);
        next();
      },
    });
    all.add(thread);
    return thread;
  };
  const next = () => {
    if (waiting.length === 0) return;
    const thread = free.pop() ?? (all.size < threads ? start() : undefined);
    const assignment = thread && waiting.shift();
    if (!assignment) return;
    if (!isChecking) void checkThreads();
    thread.take(assignment);
  };
  const checkThreads = async () => {
    isChecking = true;
    do {
      await pause(clock, checkEveryMs, closing.signal);
      for (const thread of [...all]) thread.checkTimeout(maxChecks, timeoutMs);
      for (const thread of free.filter(each => each.isIdleFor(maxIdleChecks))) retire(thread);
    } while (all.size > 0 && !closing.signal.aborted);
    isChecking = false;
  };
  const retire = (thread: JobThread<Job, Result>) => {
    all.delete(thread);
    free.splice(free.indexOf(thread), 1);
    void thread.close();
  };

  return {
    run: job =>
      new Promise((resolve, reject) => {
        if (closing.signal.aborted) return reject(new Error('the thread pool is closed'));
        waiting.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      closing.abort();
      for (const { reject } of waiting.splice(0)) reject(new Error('the thread pool is closed'));
      await Promise.all([...all].map(thread => thread.close()));
    },
  };
}

/** The longest pause between two timeout checks; a short timeout is checked ten times. */
const MAX_CHECK_INTERVAL_MS = 1_000;
/** Starting a thread takes up to a second of CPU time: it outlives the pauses of a crawl. */
const IDLE_MS = 20_000;

export interface ThreadPool<Job, Result> {
  /** A thread runs one job at a time. Rejects with ThreadEnded when the thread died or timed out. */
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** Answers each message with one message. */
  readonly module: URL;
  /** `workerData` of each thread. */
  readonly data?: unknown;
  readonly threads: number;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** How long a thread without a job lives. */
  readonly idleMs?: number;
  /** A thread died or timed out; the next job starts another one. Closing is no crash. */
  readonly onCrash?: OnThreadCrash | undefined;
}

export type OnThreadCrash = (reason: unknown) => void;
