/**
 * Runs at most `max` jobs at a time. Others wait in order, at most `maxWaiting` of them; beyond that,
 * `LimiterFull` is thrown.
 */
export class Limiter {
  readonly #max: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot to the longest-waiting job, so that no new job overtakes it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new LimiterFull();
    return new Promise(resolve => this.#waiting.push(resolve));
  }
}

export class LimiterFull extends Error {
  constructor() {
    super('too many are waiting already');
    this.name = 'LimiterFull';
  }
}
