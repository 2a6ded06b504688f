import { Worker } from 'node:worker_threads';
import { type Clock, pause } from '../../lib/clock.ts';
import { type Assignment, JobThread } from './thread.ts';

export { ThreadEnded } from './thread.ts';

/**
 * Pure functions that take long run in worker threads, so that they hold up neither requests nor leases.
 *
 *   waiting --> a thread that is free --> answered
 *                      |-- no answer in time, or the thread died: the job fails, a new thread takes its place
 *
 * One timer looks at all threads now and then while any of them works, so a job may take a tenth longer than its time,
 * a second at most.
 */
export function createThreadPool<Job, Result>(options: ThreadPoolOptions): ThreadPool<Job, Result> {
  const { module, data, threads, clock, timeoutMs, memoryMb } = options;
  const lookEveryMs = Math.min(LONGEST_LOOK_MS, Math.max(1, timeoutMs / 10));
  const mostLooks = Math.ceil(timeoutMs / lookEveryMs);
  const waiting: Assignment<Job, Result>[] = [];
  const free: JobThread<Job, Result>[] = [];
  const all = new Set<JobThread<Job, Result>>();
  const closing = new AbortController();
  let isLooking = false;

  const start = (): JobThread<Job, Result> => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const thread = new JobThread<Job, Result>(new Worker(module, { workerData: data, resourceLimits }), {
      isFree: freed => {
        free.push(freed);
        next();
      },
      isOver: ended => {
        all.delete(ended);
        // One that ends while it is free is found among the free ones.
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
    if (!isLooking) void lookAfterThem();
    thread.take(assignment);
  };
  const lookAfterThem = async () => {
    isLooking = true;
    do {
      await pause(clock, lookEveryMs, closing.signal);
      for (const thread of [...all]) thread.look(mostLooks, timeoutMs);
    } while (free.length < all.size && !closing.signal.aborted);
    isLooking = false;
  };

  return {
    run: job =>
      new Promise((resolve, reject) => {
        if (closing.signal.aborted) return reject(new Error('the threads are closed'));
        waiting.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      closing.abort();
      for (const { reject } of waiting.splice(0)) reject(new Error('the threads are closed'));
      await Promise.all([...all].map(thread => thread.close()));
    },
  };
}

/** Between two looks; short times are looked at ten times. */
const LONGEST_LOOK_MS = 1_000;

export interface ThreadPool<Job, Result> {
  /** One job at a time in a thread. Rejects with ThreadEnded when it cost its thread. */
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** Answers each message with one message. */
  readonly module: URL;
  /** What each thread is given at its start. */
  readonly data?: unknown;
  readonly threads: number;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}
