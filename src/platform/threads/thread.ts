import type { Worker } from 'node:worker_threads';

/**
 * A thread and its current job. The listeners are added once for all jobs: adding them for each job would cost more than
 * most jobs do.
 *
 *   free --take--> busy --message--> free --close--> ended
 *                    |-- error, exit or timeout: the job is rejected with ThreadEnded; the thread takes no more jobs
 */
export class JobThread<Job, Result> {
  readonly #worker: Worker;
  readonly #listener: ThreadListener<JobThread<Job, Result>>;
  #current: Assignment<Job, Result> | null = null;
  #checks = 0;
  #isOver = false;

  constructor(worker: Worker, listener: ThreadListener<JobThread<Job, Result>>) {
    this.#worker = worker;
    this.#listener = listener;
    // A waiting thread does not keep the process alive.
    worker.unref();
    worker.on('message', (result: Result) => this.#answered(result));
    worker.on('messageerror', cause => this.#end('its answer could not be read', cause));
    worker.on('error', cause => this.#end('the job crashed its thread', cause));
    worker.on('exit', () => this.#end('the thread has ended'));
  }

  /** Only a free thread takes a job. */
  take(assignment: Assignment<Job, Result>): void {
    this.#current = assignment;
    this.#checks = 0;
    try {
      this.#worker.postMessage(assignment.job);
    } catch (error) {
      // The job cannot be cloned; this thread never got it.
      this.#settled();
      assignment.reject(error);
    }
  }

  /** Counts checks instead of reading a clock, so that a paused process does not time out its jobs. */
  checkTimeout(maxChecks: number, timeoutMs: number): void {
    if (this.#current && ++this.#checks > maxChecks) this.#end(`no answer within ${timeoutMs} ms`);
  }

  /** Counts the checks since its last job. */
  isIdleFor(maxChecks: number): boolean {
    return this.#current === null && ++this.#checks > maxChecks;
  }

  /** Not reported as a crash; a job that still runs is rejected. */
  async close(): Promise<void> {
    if (this.#current === null) this.#isOver = true;
    await this.#worker.terminate();
  }

  #answered(result: Result): void {
    const answered = this.#current;
    this.#settled();
    answered?.resolve(result);
  }

  #settled(): void {
    if (!this.#current) return;
    this.#current = null;
    this.#checks = 0;
    this.#listener.onFree(this);
  }

  #end(reason: string, cause?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const unanswered = this.#current;
    this.#current = null;
    void this.#worker.terminate();
    const ended = new ThreadEnded(reason, { cause });
    this.#listener.onEnd(this, ended);
    unanswered?.reject(ended);
  }
}

/** The job ended its thread: it took too long or too much memory, or crashed it. */
export class ThreadEnded extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ThreadEnded';
  }
}

export interface Assignment<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface ThreadListener<Thread> {
  onFree(thread: Thread): void;
  /** The thread takes no more jobs and must be replaced. */
  onEnd(thread: Thread, reason: ThreadEnded): void;
}
