/**
 * A 64-bit hash in two halves. Among ten million entries, one lookup in a trillion collides. The object is reused for
 * every event, so that a million events a second create no garbage.
 */
export class RuleKey {
  high = 0;
  low = 0;

  ofText(text: string): this {
    let high = 0x9e3779b9 ^ text.length;
    let low = 0x7f4a7c15;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x85ebca6b);
      low = Math.imul(((low << 7) | (low >>> 25)) ^ unit, 0xc2b2ae35);
    }
    return this.#mixed(high, low);
  }

  ofNumbers(high: number, low: number): this {
    return this.#mixed(Math.imul(high | 0, 0x85ebca6b), low | 0);
  }

  /** The key of the two together, in this order. */
  ofPair(first: RuleKey, second: RuleKey): this {
    return this.#mixed(
      Math.imul(first.high, 0x27d4eb2f) ^ second.low,
      Math.imul(first.low, 0x165667b1) ^ second.high,
    );
  }

  /** The key of `first` in the period with this number. */
  ofPeriod(first: RuleKey, period: number): this {
    return this.#mixed(
      Math.imul(first.high, 0x27d4eb2f) ^ period,
      Math.imul(first.low, 0x165667b1) ^ (period / 0x100000000),
    );
  }

  #mixed(high: number, low: number): this {
    let a = high ^ (low >>> 13);
    let b = low ^ (high >>> 15);
    a = Math.imul(a ^ (a >>> 16), 0x21f0aaad);
    b = Math.imul(b ^ (b >>> 15), 0x735a2d97);
    a ^= b >>> 14;
    b ^= a >>> 13;
    this.high = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) >>> 0;
    // 0 marks an empty slot in a table, so no key has it.
    this.low = Math.imul(b ^ (b >>> 16), 0x297a2d39) >>> 0 || 1;
    return this;
  }
}
