import type { Clock } from './clock.ts';

/**
 * A circuit breaker: callers do not wait for a dependency that is known to be down.
 *
 *   closed    calls go through, each limited to `timeoutMs`; `failures` failed calls within `windowMs` open it
 *   open      calls are refused immediately with BreakerOpen; after `probeAfterMs` the next call is the probe
 *   probing   only the probe goes through; its success closes the breaker, its failure opens it again
 *
 * An outcome counts only in the state in which its call began: many calls are in flight when the breaker opens, and
 * their late outcomes must neither reopen nor close it.
 */
export class Breaker {
  readonly name: string;
  readonly #settings: BreakerSettings;
  readonly #clock: Clock;
  readonly #options: BreakerOptions;
  #state: BreakerState = 'closed';
  /** Incremented with every change of state, so that a call knows whether its outcome still counts. */
  #epoch = 0;
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

  /** Runs `work`. After `timeoutMs` the signal is aborted and the call rejects with TimedOut. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const epoch = this.#enter();
    try {
      const result = await this.#inTime(work);
      this.#succeeded(epoch);
      return result;
    } catch (error) {
      if (this.#options.isFailure?.(error) === false) this.#succeeded(epoch);
      else this.#failed(epoch, error);
      throw error;
    }
  }

  #enter(): number {
    if (this.#state === 'closed') return this.#epoch;
    const waitMs = this.#state === 'open' ? this.#untilProbe() : this.#settings.timeoutMs;
    if (waitMs > 0) throw new BreakerOpen(this.name, waitMs);
    this.#become('probing');
    return this.#epoch;
  }

  #untilProbe(): number {
    // A clock set back by an hour must not keep the breaker open for an hour.
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

  #succeeded(epoch: number): void {
    if (epoch === this.#epoch && this.#state === 'probing') this.#become('closed');
  }

  #failed(epoch: number, error: unknown): void {
    if (epoch !== this.#epoch) return;
    const now = this.#clock.now();
    const since = now - this.#settings.windowMs;
    this.#failedAt = [...this.#failedAt.filter(at => at > since && at <= now), now];
    if (this.#state === 'closed' && this.#failedAt.length < this.#settings.failures) return;
    this.#openedAt = now;
    this.#become('open', error);
  }

  #become(state: BreakerState, cause?: unknown): void {
    this.#state = state;
    this.#epoch += 1;
    this.#failedAt = [];
    this.#options.onChange?.(state, cause);
  }
}

/** Every breaker of the program. Sources (SRC-4) and the database pool have their own backoff. */
export const BREAKERS = {
  // Ingestion waits for the archive, so the archive gets little time before fetches go on without it.
  archive: { failures: 5, windowMs: 60_000, timeoutMs: 5_000, probeAfterMs: 30_000 },
  cache: { failures: 10, windowMs: 10_000, timeoutMs: 100, probeAfterMs: 10_000 },
  classifier: { failures: 3, windowMs: 30_000, timeoutMs: 10_000, probeAfterMs: 60_000 },
  // A reader is waiting for the search results.
  embeddings: { failures: 3, windowMs: 30_000, timeoutMs: 400, probeAfterMs: 30_000 },
  // One per publisher's host.
  'image-host': { failures: 5, windowMs: 60_000, timeoutMs: 15_000, probeAfterMs: 60_000 },
  // SMTP servers may greylist or scan for many seconds before they answer.
  mail: { failures: 3, windowMs: 300_000, timeoutMs: 60_000, probeAfterMs: 60_000 },
} as const satisfies Record<string, BreakerSettings>;

export type BreakerName = keyof typeof BREAKERS;

/** The breaker is open: the call was not made. */
export class BreakerOpen extends Error {
  readonly retryAfterMs: number;

  constructor(name: string, retryAfterMs: number) {
    super(`${name} is unavailable; retry in ${Math.ceil(retryAfterMs)} ms`);
    this.name = 'BreakerOpen';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The call was made but did not finish in time; it may still take effect. */
export class TimedOut extends Error {
  constructor(name: string, timeoutMs: number) {
    super(`${name} did not respond within ${timeoutMs} ms`);
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
  /** False for an error that proves the dependency works (not found, a wrong argument): it counts as a success. */
  readonly isFailure?: (error: unknown) => boolean;
  /** For logs and metrics; `cause` is the failure that opened the breaker. */
  readonly onChange?: (state: BreakerState, cause?: unknown) => void;
}
