import { Worker } from 'node:worker_threads';
import type { IndexState } from './manifest.ts';
import type { WriterAnswer, WriterMessage, WriterOrder } from './writer-thread.ts';

/**
 * Speaks with the thread that writes. A thread that dies is replaced by the next order; what it had not flushed is
 * gone, and the flush that would have promised it is refused instead.
 */
export class WriterClient {
  readonly #folder: string;
  readonly #onState: (state: IndexState) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #number = 0;
  #generation = -1;
  #lastChange = 0;
  #flushed = 0;
  #isLost = false;
  #isClosed = false;

  constructor(folder: string, onState: (state: IndexState) => void) {
    this.#folder = folder;
    this.#onState = onState;
  }

  async call(order: WriterOrder): Promise<Extract<WriterAnswer, { ok: true }>> {
    if (this.#isClosed) throw new Error('the search index is closed');
    if (order.kind === 'flush' && this.#isLost) {
      this.#isLost = false;
      throw new Error('what was put into the search index since the last flush is lost');
    }
    const number = this.#number + 1;
    if (order.kind === 'put' || order.kind === 'remove') this.#lastChange = number;
    const answer = await this.#send(order);
    if (!answer.ok) throw new Error(answer.message);
    if (order.kind === 'flush' || order.kind === 'clear') this.#flushed = Math.max(this.#flushed, number);
    return answer;
  }

  /** Tidying that nobody waits for; what is left over is swept at the next start. */
  sweep(): void {
    if (!this.#isClosed && this.#worker) void this.#send({ kind: 'sweep' }).catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise(resolve => worker.once('exit', resolve));
    const answer = await this.#send({ kind: 'end' });
    await ended;
    if (!answer.ok) throw new Error(answer.message);
  }

  #send(order: WriterOrder): Promise<WriterAnswer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, order });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: { folder: this.#folder },
    });
    worker.on('message', (message: WriterMessage) => {
      if ('state' in message) return this.#heard(message.state);
      this.#waiting.get(message.number)?.resolve(message.answer);
      this.#waiting.delete(message.number);
    });
    worker.on('error', cause => this.#over(worker, cause));
    worker.on('exit', () => this.#over(worker, new Error('the thread has ended')));
    return worker;
  }

  #heard(state: IndexState): void {
    const { generation } = state.manifest;
    if (generation <= this.#generation) return;
    this.#generation = generation;
    this.#onState(state);
  }

  #over(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#isLost = this.#lastChange > this.#flushed;
    this.#flushed = this.#number;
    for (const { reject } of this.#waiting.values())
      reject(new Error('the thread that writes the search index ended', { cause }));
    this.#waiting.clear();
  }
}

interface Waiting {
  resolve(answer: WriterAnswer): void;
  reject(error: Error): void;
}
