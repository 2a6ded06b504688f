import type { Clock } from './clock.ts';

/**
 * Reloads a value in the background once it is older than `maxAgeMs`, one load at a time. A failed load is reported and
 * retried after the same time; until then callers keep using the previous value. `load` stores the value itself.
 */
export class RefreshingValue {
  readonly #options: RefreshingValueOptions;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  constructor(options: RefreshingValueOptions) {
    this.#options = options;
  }

  /** True until the first load was attempted, whether or not it succeeded. */
  get isUnloaded(): boolean {
    return this.#loadedAt === Number.NEGATIVE_INFINITY;
  }

  /** Loads for the first time; rejects when that fails. */
  async start(): Promise<void> {
    const { clock, load } = this.#options;
    this.#loadedAt = clock.now();
    await load();
  }

  /** Starts a load when the value is stale. Resolves, never rejects, when no load is running. */
  refreshIfStale(): Promise<void> {
    const { clock, maxAgeMs } = this.#options;
    // The absolute difference, so that a clock set back by hours does not suppress loads for hours.
    if (Math.abs(clock.now() - this.#loadedAt) >= maxAgeMs) return this.refresh();
    return this.settled();
  }

  /** Starts a load, however fresh the value is, unless one is running. */
  refresh(): Promise<void> {
    const { clock, load, onError } = this.#options;
    if (this.#loading) return this.#loading;
    this.#loadedAt = clock.now();
    this.#loading = load()
      .catch(onError)
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  /** Resolves when no load is running; for shutdown. */
  async settled(): Promise<void> {
    await this.#loading;
  }
}

export interface RefreshingValueOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly maxAgeMs: number;
  readonly load: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}
