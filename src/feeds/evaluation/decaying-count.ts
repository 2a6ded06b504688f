/** Sums that decay by half every `halfLifeMs`, or never when it is infinite. Decay is computed on read. */
export class DecayingCount {
  readonly #halfLifeMs: number;
  readonly #sums = new Map<string, { value: number; at: number }>();

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs;
  }

  of(key: string, at: number): number {
    const known = this.#sums.get(key);
    return known ? known.value * 2 ** (-Math.max(0, at - known.at) / this.#halfLifeMs) : 0;
  }

  add(key: string, by: number, at: number): void {
    this.#sums.set(key, { value: this.of(key, at) + by, at });
  }
}
