/**
 * Lets so many pieces of work run at the same time; the others wait in their order, and beyond a number of waiting ones
 * the next is turned away.
 */
export class Lane {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over the place, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) throw new LaneFull();
    return new Promise(resolve => this.#waiting.push(resolve));
  }
}

export class LaneFull extends Error {
  constructor() {
    super('too many are waiting already');
    this.name = 'LaneFull';
  }
}
