import type { Worker } from 'node:worker_threads';

/**
 * A thread and the job that it has now. It is listened to once for all of its jobs: listeners of each job's own cost
 * more than most jobs do.
 *
 *   free --take--> busy --message--> free
 *                    |-- error, exit, or looked at too often: the job is rejected with ThreadEnded; the thread is over
 */
export class JobThread<Job, Result> {
  readonly #worker: Worker;
  readonly #listener: ThreadListener<JobThread<Job, Result>>;
  #current: Assignment<Job, Result> | null = null;
  #checks = 0;
  #isOver = false;

  constructor(worker: Worker, news: ThreadListener<JobThread<Job, Result>>) {
    this.#worker = worker;
    this.#listener = news;
    // A thread that waits keeps nothing running.
    worker.unref();
    worker.on('message', (result: Result) => this.#answered(result));
    worker.on('messageerror', cause => this.#end('its answer could not be read', cause));
    worker.on('error', cause => this.#end('the job was too much for its thread', cause));
    worker.on('exit', () => this.#end('the thread has ended'));
  }

  /** Only a free thread takes a job. */
  take(assignment: Assignment<Job, Result>): void {
    this.#current = assignment;
    this.#checks = 0;
    try {
      this.#worker.postMessage(assignment.job);
    } catch (error) {
      // The job cannot be handed to any thread; this one has not heard of it.
      this.#settled();
      assignment.reject(error);
    }
  }

  /** Looks are counted and no clock is read: a process that was stopped for an hour has looked once. */
  checkTimeout(mostLooks: number, timeoutMs: number): void {
    if (this.#current && ++this.#checks > mostLooks) this.#end(`no answer within ${timeoutMs} ms`);
  }

  async close(): Promise<void> {
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
    this.#listener.onFree(this);
  }

  #end(words: string, cause?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const unanswered = this.#current;
    this.#current = null;
    void this.#worker.terminate();
    this.#listener.onEnd(this);
    unanswered?.reject(new ThreadEnded(words, { cause }));
  }
}

/** The job has cost its thread: it took too long, or more memory than a thread has. */
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
  /** It takes no more jobs: another is needed in its place. */
  onEnd(thread: Thread): void;
}
