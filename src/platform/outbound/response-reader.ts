import type { ActiveExchange, ResponseHandler } from './exchange.ts';
import { FailureReason } from './failure.ts';
import type { ResponseHeaders } from './headers.ts';
import type { Limits } from './port.ts';
import type { Watchdog } from './watchdogs.ts';

/**
 * Reads one response in one of three ways, chosen when the head has arrived: collected whole, streamed at the
 * reader's pace, or discarded. Until then chunks are buffered.
 *
 * Every chunk is counted before it is buffered, so a response never takes more memory than its limit.
 */
export class ResponseReader implements ResponseHandler {
  readonly #watch: Watchdog;
  readonly #limits: Limits;
  #running: ActiveExchange | null = null;
  #start: Deferred<ResponseStart> | null = null;
  #waiter: Deferred<void> | null = null;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #outcome: 'ended' | FailureReason | null = null;
  #isStreamed = false;
  #isPaused = false;

  constructor(watch: Watchdog, limits: Limits) {
    this.#watch = watch;
    this.#limits = limits;
  }

  /** Resolves when the head has arrived. */
  begin(send: (receiver: ResponseHandler) => ActiveExchange): Promise<ResponseStart> {
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
      this.#running = send(this);
      this.#watch.enter('timeout-headers', this.#limits.headersMs, reason => this.#giveUp(reason));
    });
  }

  wireBytes(): number {
    return this.#running?.wireBytes() ?? 0;
  }

  /** The body as it was sent, once it is complete. */
  async collect(): Promise<Uint8Array> {
    while (this.#outcome === null) await this.#nextEvent();
    if (this.#outcome !== 'ended') throw this.#outcome;
    const [only] = this.#chunks;
    if (only === undefined) return new Uint8Array(0);
    // A single chunk is returned as it is; several are copied once.
    const whole = this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#bufferedBytes);
    this.#chunks = [];
    return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
  }

  /** Resolves when the response has ended, successfully or not; buffered chunks can still be read. */
  async ended(): Promise<void> {
    while (this.#outcome === null) await this.#nextEvent();
  }

  /** Backpressure applies from this call on, not only from the first chunk that is read. */
  read(): AsyncGenerator<Uint8Array> {
    this.#isStreamed = true;
    return this.#chunkByChunk();
  }

  async *#chunkByChunk(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.#chunks.shift();
      if (piece !== undefined) {
        this.#bufferedBytes -= piece.length;
        this.#resume();
        yield piece;
      } else if (this.#outcome === null) await this.#nextEvent();
      else if (this.#outcome === 'ended') return;
      else throw this.#outcome;
    }
  }

  /** Ends the exchange and its connection; has no effect when the exchange has ended. */
  cancel(description: string): void {
    if (this.#outcome === null) this.#giveUp(new FailureReason('aborted', description));
  }

  head(status: number, headers: ResponseHeaders): void {
    const announced = Number(headers.first('content-length') ?? 0);
    this.#watch.enter('timeout-body', this.#limits.bodyMs, reason => this.#giveUp(reason));
    const start = this.#start;
    this.#start = null;
    start?.resolve({ status, headers, announced });
  }

  data(piece: Uint8Array): void {
    if (this.wireBytes() > this.#limits.wireBytes) this.#giveUp(tooLarge());
    else this.#buffer(piece);
  }

  #buffer(piece: Uint8Array): void {
    this.#watch.reset();
    this.#chunks.push(piece);
    this.#bufferedBytes += piece.length;
    if (this.#isStreamed && this.#bufferedBytes > MAX_BUFFERED_BYTES && !this.#isPaused) this.#pause();
    if (this.#isStreamed) this.#wake();
  }

  end(): void {
    this.#outcome = 'ended';
    this.#watch.leave();
    this.#wake();
  }

  fail(reason: FailureReason): void {
    this.#outcome = reason;
    this.#watch.leave();
    this.#start?.reject(reason);
    this.#wake();
  }

  #giveUp(reason: FailureReason): void {
    this.#running?.abort();
    this.fail(reason);
  }

  /** The reader is slower than the sender: pause the sender and stop its deadline. */
  #pause(): void {
    this.#isPaused = true;
    this.#running?.pause();
    this.#watch.enter('timeout-body', Number.POSITIVE_INFINITY, reason => this.#giveUp(reason));
  }

  #resume(): void {
    if (!this.#isPaused || this.#bufferedBytes > MAX_BUFFERED_BYTES / 2) return;
    this.#isPaused = false;
    this.#running?.resume();
    this.#watch.enter('timeout-body', this.#limits.bodyMs, reason => this.#giveUp(reason));
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  #wake(): void {
    this.#waiter?.resolve();
    this.#waiter = null;
  }
}

export function tooLarge(): FailureReason {
  return new FailureReason('too-large-wire', 'sent a response larger than the limit');
}

const MAX_BUFFERED_BYTES = 262_144;

export interface ResponseStart {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The Content-Length header, which may be wrong. */
  readonly announced: number;
}

interface Deferred<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: FailureReason) => void;
}
