import { type Clock, pause } from '../../lib/clock.ts';
import { type FailureKind, Reason } from './failure.ts';

/**
 * The deadlines of all requests, looked at together a few times a second: a timer for each phase of each
 * request would cost more than the look. Durations are taken from the monotonic clock, which nobody sets.
 *
 * A request is in one phase at a time. Each phase has its own deadline and a way to be ended; the deadline of
 * the whole request ends whatever phase it is in.
 */
export class Watchers {
  readonly #clock: Clock;
  readonly #tickMs: number;
  readonly #onTick: (now: number) => boolean;
  readonly #watches = new Set<Watch>();
  readonly #closing = new AbortController();
  #isTicking = false;

  /** `onTick` says whether there is more to look after than the requests. */
  constructor(clock: Clock, tickMs: number, onTick: (now: number) => boolean) {
    this.#clock = clock;
    this.#tickMs = tickMs;
    this.#onTick = onTick;
  }

  get size(): number {
    return this.#watches.size;
  }

  begin(totalMs: number): Watch {
    const watch = new Watch(performance.now() + totalMs, () => this.#watches.delete(watch));
    if (this.#closing.signal.aborted) throw new Reason('closed', 'was not asked: the program is stopping');
    this.#watches.add(watch);
    this.wake();
    return watch;
  }

  /** Sees to it that the next look comes. */
  wake(): void {
    if (!this.#isTicking && !this.#closing.signal.aborted) void this.#tick();
  }

  close(): void {
    this.#closing.abort();
    for (const watch of [...this.#watches])
      watch.end(new Reason('closed', 'was given up: the program is stopping'));
  }

  async #tick(): Promise<void> {
    this.#isTicking = true;
    const { signal } = this.#closing;
    for (let goOn = true; goOn && !signal.aborted; ) {
      await pause(this.#clock, this.#tickMs, signal);
      await theNetworkIsHeard();
      const now = performance.now();
      for (const watch of this.#watches) watch.look(now);
      goOn = this.#onTick(now) || this.#watches.size > 0;
    }
    this.#isTicking = false;
  }
}

export class Watch {
  readonly #totalEndsAt: number;
  readonly #done: () => void;
  #phase: Phase | null = null;
  #ended: Reason | null = null;

  constructor(totalEndsAt: number, done: () => void) {
    this.#totalEndsAt = totalEndsAt;
    this.#done = done;
  }

  /** Begins a phase; `end` is called at most once, and not after another phase has begun. */
  enter(kind: TimeoutKind, ms: number, end: (reason: Reason) => void): void {
    if (this.#ended !== null) end(this.#ended);
    else this.#phase = { kind, ms, endsAt: performance.now() + ms, end };
  }

  /** Something came: the phase has its whole time again. */
  refresh(): void {
    if (this.#phase !== null) this.#phase.endsAt = performance.now() + this.#phase.ms;
  }

  leave(): void {
    this.#phase = null;
  }

  /** Waits for work that others may be waiting for too, and that therefore goes on when we give up. */
  during<T>(kind: TimeoutKind, ms: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.enter(kind, ms, reject);
      work.then(resolve, reject);
    });
  }

  /** Ends the request, now if it is in a phase, else as soon as it enters one. */
  end(reason: Reason): void {
    this.#ended ??= reason;
    this.#done();
    const phase = this.#phase;
    this.#phase = null;
    phase?.end(this.#ended);
  }

  /** Throws when the request has ended or its time is over, also where nobody has looked since: nothing is sent then. */
  requireTime(): void {
    if (this.#ended === null && performance.now() >= this.#totalEndsAt) this.look(this.#totalEndsAt);
    if (this.#ended !== null) throw this.#ended;
  }

  look(now: number): void {
    if (now >= this.#totalEndsAt) {
      const fault = this.#phase?.kind === 'timeout-queue' ? 'ours' : 'host';
      this.end(new Reason('timeout-total', 'did not answer in full within the time for all', { fault }));
    } else if (this.#phase !== null && now >= this.#phase.endsAt) {
      this.end(new Reason(this.#phase.kind, WORDS[this.#phase.kind]));
    }
  }

  finish(): void {
    this.#phase = null;
    this.#done();
  }
}

/**
 * After a moment in which this process could not run, answers may have come that nobody has read yet; they are
 * read before anyone is found to be late.
 */
function theNetworkIsHeard(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

const WORDS = {
  'timeout-queue': 'was not asked: all connections were in use for too long',
  'timeout-dns': 'was not found in time: no server of names answered',
  'timeout-connect': 'could not be connected to in time',
  'timeout-headers': 'did not begin to answer in time',
  'timeout-body': 'stopped in the middle of its answer',
} as const satisfies Partial<Record<FailureKind, string>>;

export type TimeoutKind = keyof typeof WORDS;

interface Phase {
  readonly kind: TimeoutKind;
  readonly ms: number;
  endsAt: number;
  readonly end: (reason: Reason) => void;
}
