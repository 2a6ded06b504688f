import type { Clock } from './clock.ts';

/**
 * A breaker spares callers the wait for something that is known to be away.
 *
 *   closed    calls go through, each for at most `timeoutMs`; `failures` of them failing within `windowMs`
 *             open it
 *   open      calls are refused at once with BreakerOpen; once `probeAfterMs` has passed, the next call is
 *             the probe
 *   probing   the probe goes through, every other call is refused; its success closes, its failure opens
 *
 * An outcome counts only for the state in which its call began: the calls that were under way when the
 * breaker opened end in a crowd, and must neither open it again later nor close it.
 */
export class Breaker {
  readonly name: string;
  readonly #settings: BreakerSettings;
  readonly #clock: Clock;
  readonly #options: BreakerOptions;
  #state: BreakerState = 'closed';
  /** Counts the changes of state, so that a call knows whether its own has passed. */
  #era = 0;
  #openedAt = 0;
  #failedAt: number[] = [];

  constructor(name: string, settings: BreakerSettings, clock: Clock, options: BreakerOptions = {}) {
    this.name = name;
    this.#settings = settings;
    this.#clock = clock;
    this.#options = options;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Runs `work`; the signal is aborted when its time is up, and the call then rejects with TimedOut. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const era = this.#enter();
    try {
      const result = await this.#inTime(work);
      this.#succeeded(era);
      return result;
    } catch (error) {
      if (this.#options.isFailure?.(error) === false) this.#succeeded(era);
      else this.#failed(era, error);
      throw error;
    }
  }

  #enter(): number {
    if (this.#state === 'closed') return this.#era;
    const waitMs = this.#state === 'open' ? this.#untilProbe() : this.#settings.timeoutMs;
    if (waitMs > 0) throw new BreakerOpen(this.name, waitMs);
    this.#become('probing');
    return this.#era;
  }

  #untilProbe(): number {
    // A clock that was set back must not keep the breaker open for as long as the step was.
    this.#openedAt = Math.min(this.#openedAt, this.#clock.now());
    return this.#openedAt + this.#settings.probeAfterMs - this.#clock.now();
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const working = new AbortController();
    const waiting = new AbortController();
    const tooLate = async (): Promise<never> => {
      await this.#clock.sleep(this.#settings.timeoutMs, waiting.signal);
      const error = new TimedOut(this.name, this.#settings.timeoutMs);
      working.abort(error);
      throw error;
    };
    try {
      return await Promise.race([work(working.signal), tooLate()]);
    } finally {
      waiting.abort();
    }
  }

  #succeeded(era: number): void {
    if (era === this.#era && this.#state === 'probing') this.#become('closed');
  }

  #failed(era: number, error: unknown): void {
    if (era !== this.#era) return;
    const now = this.#clock.now();
    const since = now - this.#settings.windowMs;
    this.#failedAt = [...this.#failedAt.filter(at => at > since && at <= now), now];
    if (this.#state === 'closed' && this.#failedAt.length < this.#settings.failures) return;
    this.#openedAt = now;
    this.#become('open', error);
  }

  #become(state: BreakerState, cause?: unknown): void {
    this.#state = state;
    this.#era += 1;
    this.#failedAt = [];
    this.#options.onChange?.(state, cause);
  }
}

/** Every breaker of the program, in one table. */
export const BREAKERS = {
  'source-fetch': { failures: 5, windowMs: 60_000, timeoutMs: 30_000, probeAfterMs: 60_000 },
  'database-write': { failures: 3, windowMs: 10_000, timeoutMs: 5_000, probeAfterMs: 30_000 },
  search: { failures: 5, windowMs: 30_000, timeoutMs: 3_000, probeAfterMs: 15_000 },
  'view-store': { failures: 10, windowMs: 10_000, timeoutMs: 100, probeAfterMs: 10_000 },
  classifier: { failures: 3, windowMs: 30_000, timeoutMs: 10_000, probeAfterMs: 60_000 },
  // Whoever searches waits for it.
  embeddings: { failures: 3, windowMs: 30_000, timeoutMs: 400, probeAfterMs: 30_000 },
  // Ingestion waits for the archive, so it is given little time before it is passed over.
  archive: { failures: 5, windowMs: 60_000, timeoutMs: 5_000, probeAfterMs: 30_000 },
} as const satisfies Record<string, BreakerSettings>;

/** The call was not made, because the breaker is open. */
export class BreakerOpen extends Error {
  readonly retryAfterMs: number;

  constructor(name: string, retryAfterMs: number) {
    super(`${name} is away; the next try is in ${Math.ceil(retryAfterMs)} ms`);
    this.name = 'BreakerOpen';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The call was made and did not end in time; whether it took effect is not known. */
export class TimedOut extends Error {
  constructor(name: string, timeoutMs: number) {
    super(`${name} did not answer within ${timeoutMs} ms`);
    this.name = 'TimedOut';
  }
}

export type BreakerState = 'closed' | 'open' | 'probing';

export interface BreakerSettings {
  readonly failures: number;
  readonly windowMs: number;
  readonly timeoutMs: number;
  readonly probeAfterMs: number;
}

export interface BreakerOptions {
  /** False for an error that is an answer (not found, a wrong argument): it counts as a success. */
  readonly isFailure?: (error: unknown) => boolean;
  /** To log and count; `cause` is the failure that opened it. */
  readonly onChange?: (state: BreakerState, cause?: unknown) => void;
}
