import type { Receiver, Running } from './exchange.ts';
import { Reason } from './failure.ts';
import type { ResponseHeaders } from './headers.ts';
import type { Limits } from './port.ts';
import type { Watch } from './watch.ts';

/**
 * Hears one answer and hands it on in one of three ways, chosen when the head is there: collected whole, piece
 * by piece at the reader's pace, or read past. Until the choice is made pieces are held.
 *
 * Every piece is counted before it is held, so an answer never takes more memory than its limit.
 */
export class Answer implements Receiver {
  readonly #watch: Watch;
  readonly #limits: Limits;
  #running: Running | null = null;
  #start: Deferred<AnswerStart> | null = null;
  #waiter: Deferred<void> | null = null;
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;
  #outcome: 'ended' | Reason | null = null;
  #isStreamed = false;
  #isPaused = false;

  constructor(watch: Watch, limits: Limits) {
    this.#watch = watch;
    this.#limits = limits;
  }

  /** Resolves with the head. */
  begin(send: (receiver: Receiver) => Running): Promise<AnswerStart> {
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
      this.#running = send(this);
      this.#watch.enter('timeout-headers', this.#limits.headersMs, reason => this.#giveUp(reason));
    });
  }

  wireBytes(): number {
    return this.#running?.wireBytes() ?? 0;
  }

  /** The body as it came, when all of it has come. */
  async collect(): Promise<Uint8Array> {
    while (this.#outcome === null) await this.#more();
    if (this.#outcome !== 'ended') throw this.#outcome;
    const [only] = this.#pieces;
    if (only === undefined) return new Uint8Array(0);
    // One piece is handed on as it is; more are copied once, into their place.
    const whole = this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces, this.#heldBytes);
    this.#pieces = [];
    return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
  }

  /** Resolves when nothing more will come, well or badly; what came is still there to be taken. */
  async heard(): Promise<void> {
    while (this.#outcome === null) await this.#more();
  }

  /** From the call on, not only from the first piece that is taken, the sender waits for the reader. */
  read(): AsyncGenerator<Uint8Array> {
    this.#isStreamed = true;
    return this.#pieceByPiece();
  }

  async *#pieceByPiece(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#heldBytes -= piece.length;
        this.#goOn();
        yield piece;
      } else if (this.#outcome === null) await this.#more();
      else if (this.#outcome === 'ended') return;
      else throw this.#outcome;
    }
  }

  /** Ends the exchange and with it the connection; harmless, and cheap, when it has ended. */
  cancel(words: string): void {
    if (this.#outcome === null) this.#giveUp(new Reason('aborted', words));
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
    else this.#hold(piece);
  }

  #hold(piece: Uint8Array): void {
    this.#watch.refresh();
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
    if (this.#isStreamed && this.#heldBytes > MOST_HELD && !this.#isPaused) this.#rest();
    if (this.#isStreamed) this.#wake();
  }

  end(): void {
    this.#outcome = 'ended';
    this.#watch.leave();
    this.#wake();
  }

  fail(reason: Reason): void {
    this.#outcome = reason;
    this.#watch.leave();
    this.#start?.reject(reason);
    this.#wake();
  }

  #giveUp(reason: Reason): void {
    this.#running?.abort();
    this.fail(reason);
  }

  /** The reader is behind: the sender has to wait, and its time does not run. */
  #rest(): void {
    this.#isPaused = true;
    this.#running?.pause();
    this.#watch.enter('timeout-body', Number.POSITIVE_INFINITY, reason => this.#giveUp(reason));
  }

  #goOn(): void {
    if (!this.#isPaused || this.#heldBytes > MOST_HELD / 2) return;
    this.#isPaused = false;
    this.#running?.resume();
    this.#watch.enter('timeout-body', this.#limits.bodyMs, reason => this.#giveUp(reason));
  }

  #more(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  #wake(): void {
    this.#waiter?.resolve();
    this.#waiter = null;
  }
}

export function tooLarge(): Reason {
  return new Reason('too-large-wire', 'sends more than is taken');
}

const MOST_HELD = 262_144;

export interface AnswerStart {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** What the headers say about the length; it may be a lie. */
  readonly announced: number;
}

interface Deferred<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Reason) => void;
}
