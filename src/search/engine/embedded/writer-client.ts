import { Worker } from 'node:worker_threads';
import type { OnThreadCrash } from '../../../platform/threads/pool.ts';
import type { IndexState } from './manifest.ts';
import type { WriterCommand, WriterMessage, WriterRequest, WriterResponse } from './writer-thread.ts';

/**
 * The client of the writer thread. A thread that dies is replaced with the next command. Its unflushed changes are
 * lost, so the next flush fails instead of promising durability.
 */
export class WriterClient {
  readonly #folder: string;
  readonly #onState: (state: IndexState) => void;
  readonly #onCrash: OnThreadCrash | undefined;
  readonly #pending = new Map<number, PendingCall>();
  #worker: Worker | null = null;
  #number = 0;
  #generation = -1;
  #lastChange = 0;
  #flushed = 0;
  #isLost = false;
  #isClosed = false;

  constructor(folder: string, onState: (state: IndexState) => void, onCrash?: OnThreadCrash) {
    this.#folder = folder;
    this.#onState = onState;
    this.#onCrash = onCrash;
  }

  async call(command: WriterCommand): Promise<Extract<WriterResponse, { ok: true }>> {
    if (this.#isClosed) throw new Error('the search index is closed');
    if (command.kind === 'flush' && this.#isLost) {
      this.#isLost = false;
      throw new Error('unflushed changes of the search index are lost');
    }
    const id = this.#number + 1;
    if (command.kind === 'put' || command.kind === 'remove') this.#lastChange = id;
    const response = await this.#send(command);
    if (!response.ok) throw new Error(response.message);
    if (command.kind === 'flush' || command.kind === 'clear') this.#flushed = Math.max(this.#flushed, id);
    return response;
  }

  /** Cleans up in the background; leftovers are deleted at the next start. */
  sweep(): void {
    if (!this.#isClosed && this.#worker) void this.#send({ kind: 'sweep' }).catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise(resolve => worker.once('exit', resolve));
    const response = await this.#send({ kind: 'end' });
    await ended;
    if (!response.ok) throw new Error(response.message);
  }

  #send(command: WriterCommand): Promise<WriterResponse> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ number: id, command } satisfies WriterRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: { folder: this.#folder },
    });
    worker.on('message', (message: WriterMessage) => {
      if ('state' in message) return this.#onNewState(message.state);
      this.#pending.get(message.number)?.resolve(message.response);
      this.#pending.delete(message.number);
    });
    worker.on('error', cause => this.#onExit(worker, cause));
    worker.on('exit', () => this.#onExit(worker, new Error('the thread has ended')));
    return worker;
  }

  #onNewState(state: IndexState): void {
    const { generation } = state.manifest;
    if (generation <= this.#generation) return;
    this.#generation = generation;
    this.#onState(state);
  }

  #onExit(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    if (!this.#isClosed) this.#onCrash?.(cause);
    this.#isLost = this.#lastChange > this.#flushed;
    this.#flushed = this.#number;
    for (const { reject } of this.#pending.values())
      reject(new Error('the thread that writes the search index ended', { cause }));
    this.#pending.clear();
  }
}

interface PendingCall {
  resolve(response: WriterResponse): void;
  reject(error: Error): void;
}
