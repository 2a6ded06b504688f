import { type Clock, pause } from '../../lib/clock.ts';
import { type FailureKind, FailureReason } from './failure.ts';

/**
 * Checks the deadlines of all requests together a few times a second: a timer for each phase of each request would
 * cost more than the check. Durations come from the monotonic clock, which cannot be set.
 *
 * A request is in one phase at a time. Each phase has its own deadline and its own way to be ended; the deadline of
 * the whole request ends whatever phase it is in.
 */
export class Watchdogs {
  readonly #clock: Clock;
  readonly #tickMs: number;
  readonly #onTick: (now: number) => boolean;
  readonly #watches = new Set<Watchdog>();
  readonly #closing = new AbortController();
  #isTicking = false;

  /** `onTick` returns true while it needs further ticks. */
  constructor(clock: Clock, tickMs: number, onTick: (now: number) => boolean) {
    this.#clock = clock;
    this.#tickMs = tickMs;
    this.#onTick = onTick;
  }

  get size(): number {
    return this.#watches.size;
  }

  begin(totalMs: number): Watchdog {
    const watch = new Watchdog(performance.now() + totalMs, () => this.#watches.delete(watch));
    if (this.#closing.signal.aborted)
      throw new FailureReason('closed', 'was not requested: the program is stopping');
    this.#watches.add(watch);
    this.wake();
    return watch;
  }

  /** Makes sure that another tick follows. */
  wake(): void {
    if (!this.#isTicking && !this.#closing.signal.aborted) void this.#tick();
  }

  close(): void {
    this.#closing.abort();
    for (const watch of [...this.#watches])
      watch.end(new FailureReason('closed', 'was aborted: the program is stopping'));
  }

  async #tick(): Promise<void> {
    this.#isTicking = true;
    const { signal } = this.#closing;
    for (let isNeeded = true; isNeeded && !signal.aborted; ) {
      await pause(this.#clock, this.#tickMs, signal);
      await pendingInputIsRead();
      const now = performance.now();
      for (const watch of this.#watches) watch.check(now);
      isNeeded = this.#onTick(now) || this.#watches.size > 0;
    }
    this.#isTicking = false;
  }
}

export class Watchdog {
  readonly #totalEndsAt: number;
  readonly #done: () => void;
  #phase: Phase | null = null;
  #ended: FailureReason | null = null;

  constructor(totalEndsAt: number, done: () => void) {
    this.#totalEndsAt = totalEndsAt;
    this.#done = done;
  }

  /** Begins a phase; `end` is called at most once, and not after another phase has begun. */
  enter(kind: TimeoutKind, ms: number, end: (reason: FailureReason) => void): void {
    if (this.#ended !== null) end(this.#ended);
    else this.#phase = { kind, ms, endsAt: performance.now() + ms, end };
  }

  /** Data has arrived: the phase gets its full time again. */
  reset(): void {
    if (this.#phase !== null) this.#phase.endsAt = performance.now() + this.#phase.ms;
  }

  leave(): void {
    this.#phase = null;
  }

  /** Waits for work that others may share, and that therefore continues when this request is ended. */
  during<T>(kind: TimeoutKind, ms: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.enter(kind, ms, reject);
      work.then(resolve, reject);
    });
  }

  /** Ends the request: now if it is in a phase, otherwise as soon as it enters one. */
  end(reason: FailureReason): void {
    this.#ended ??= reason;
    this.#done();
    const phase = this.#phase;
    this.#phase = null;
    phase?.end(this.#ended);
  }

  /**
   * Throws when the request has ended or its deadline has passed, even if no tick has noticed: then nothing is sent.
   */
  requireOpen(): void {
    if (this.#ended === null && performance.now() >= this.#totalEndsAt) this.check(this.#totalEndsAt);
    if (this.#ended !== null) throw this.#ended;
  }

  check(now: number): void {
    if (now >= this.#totalEndsAt) {
      const fault = this.#phase?.kind === 'timeout-queue' ? 'ours' : 'host';
      this.end(
        new FailureReason('timeout-total', 'did not respond completely within the total time', { fault }),
      );
    } else if (this.#phase !== null && now >= this.#phase.endsAt) {
      this.end(new FailureReason(this.#phase.kind, DESCRIPTIONS[this.#phase.kind]));
    }
  }

  finish(): void {
    this.#phase = null;
    this.#done();
  }
}

/**
 * After a pause of this process, responses may have arrived that have not been read; they are read before any
 * deadline is declared missed.
 */
function pendingInputIsRead(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

const DESCRIPTIONS = {
  'timeout-queue': 'was not requested: no connection became free in time',
  'timeout-dns': 'was not resolved in time: no DNS server responded',
  'timeout-connect': 'could not be connected to in time',
  'timeout-headers': 'did not respond in time',
  'timeout-body': 'stopped in the middle of its response',
} as const satisfies Partial<Record<FailureKind, string>>;

export type TimeoutKind = keyof typeof DESCRIPTIONS;

interface Phase {
  readonly kind: TimeoutKind;
  readonly ms: number;
  endsAt: number;
  readonly end: (reason: FailureReason) => void;
}
