import { Worker } from 'node:worker_threads';
import type { OnThreadCrash } from '../../threads/pool.ts';
import { ArchiveCorrupted, ArchiveRefused } from '../port.ts';
import type { DiskAnswer, DiskValue, DiskWork, ThreadSettings } from './thread.ts';

/**
 * A few threads for the archive's file operations, so that neither the event loop nor the four libuv threads, which
 * file access, name lookups and compression of the whole process share, ever wait for its disk.
 *
 *   queued --> an idle thread, or a new one --> answered
 *                |-- the thread ended before it answered: retried on another one, because every operation is
 *                    idempotent
 */
export function createDiskThreads(
  settings: ThreadSettings,
  maxThreads: number,
  onCrash?: OnThreadCrash,
): DiskThreads {
  const waiting: Job[] = [];
  const idle: Thread[] = [];
  let alive = 0;

  const next = () => {
    if (waiting.length === 0) return;
    const thread = idle.pop() ?? (alive < maxThreads ? start() : null);
    const job = thread && waiting.shift();
    if (!thread || !job) return;
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.work);
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: settings,
      execArgv: [],
    });
    const thread: Thread = { worker, job: null, failure: null };
    alive++;
    worker.on('message', (answer: DiskAnswer) => answered(thread, answer));
    worker.on('error', error => {
      thread.failure = error;
    });
    worker.on('exit', code => ended(thread, code));
    return thread;
  };
  const answered = (thread: Thread, answer: DiskAnswer) => {
    if (thread.job) settle(thread.job, answer);
    thread.job = null;
    // An idle thread does not keep the process alive. The most recently used one is reused first, so that the others
    // may end.
    thread.worker.unref();
    idle.push(thread);
    next();
  };
  const ended = (thread: Thread, exitCode: number) => {
    alive--;
    if (exitCode !== 0) onCrash?.(thread.failure ?? new Error(`the thread exited with ${exitCode}`));
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    const { job, failure } = thread;
    if (job && !job.isSecondTry) waiting.unshift({ ...job, isSecondTry: true });
    else job?.reject(failure ?? new Error('the thread of the archive has ended'));
    next();
  };
  return work =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject, isSecondTry: false });
      next();
    });
}

function settle({ resolve, reject }: Job, answer: DiskAnswer): void {
  if (answer.kind === 'done') resolve(answer.value);
  else reject(errorOf(answer));
}

function errorOf(answer: Exclude<DiskAnswer, { kind: 'done' }>): unknown {
  if (answer.kind === 'corrupted') return new ArchiveCorrupted(answer.address, answer.reason, answer.cause);
  if (answer.kind === 'refused') return new ArchiveRefused(answer.message);
  const { error, code } = answer;
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
}

export type DiskThreads = (work: DiskWork) => Promise<DiskValue>;

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  failure: unknown;
}

interface Job {
  readonly work: DiskWork;
  readonly resolve: (value: DiskValue) => void;
  readonly reject: (error: unknown) => void;
  readonly isSecondTry: boolean;
}
