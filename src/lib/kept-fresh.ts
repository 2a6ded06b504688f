import type { Clock } from './clock.ts';

/**
 * Reads something again behind what is asked, once it is older than `freshMs`; never twice at a time. What fails is told
 * and tried again after the same time, and what was read before goes on being used meanwhile.
 */
export class KeptFresh {
  readonly #options: KeptFreshOptions;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: KeptFreshOptions) {
    this.#options = options;
  }

  /** Whether it was never read, not even without success. */
  get isNew(): boolean {
    return this.#readAt === Number.NEGATIVE_INFINITY;
  }

  /** Reads for the first time; rejects when that fails. */
  async begin(): Promise<void> {
    const { clock, read } = this.#options;
    this.#readAt = clock.now();
    await read();
  }

  /** Begins to read when it is time. Resolves, never rejects, when nothing is being read. */
  look(): Promise<void> {
    const { clock, freshMs } = this.#options;
    // A clock that was set back must not keep it from being read for hours.
    if (Math.abs(clock.now() - this.#readAt) >= freshMs) return this.again();
    return this.settled();
  }

  /** Begins to read, however fresh it is. */
  again(): Promise<void> {
    const { clock, read, failed } = this.#options;
    if (this.#reading) return this.#reading;
    this.#readAt = clock.now();
    this.#reading = read()
      .catch(failed)
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  /** Resolves when nothing is being read: for the end of the process. */
  async settled(): Promise<void> {
    await this.#reading;
  }
}

export interface KeptFreshOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly freshMs: number;
  readonly read: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}
