import { bitCount, mix } from '../../lib/bits.ts';

/**
 * 64-bit SimHash (Charikar 2002): bit i is the majority of bit i over the hashes of all features. Instead of 64
 * counters it uses bit-sliced counters: plane k holds bit k of all 32 counts, so one addition of words updates 32
 * counts. Seven features are added among themselves first (ones, twos, fours), and only the sums ripple into the
 * planes.
 */
export class SimHasher {
  readonly #planes = new Int32Array(PLANES);

  /** One half of the SimHash of all features of both arrays; `salt` makes the halves independent. */
  half(
    words: Int32Array,
    wordCount: number,
    shingles: Int32Array,
    shingleCount: number,
    salt: number,
  ): number {
    this.#planes.fill(0);
    this.#count(words, wordCount, salt);
    this.#count(shingles, shingleCount, salt ^ SHINGLE);
    return this.#majority(wordCount + shingleCount);
  }

  #count(features: Int32Array, count: number, salt: number): void {
    const whole = count - (count % 7);
    for (let index = 0; index < whole; index += 7) this.#addSeven(features, index, salt);
    for (let index = whole; index < count; index++) this.#add(mix((features[index] ?? 0) ^ salt), 0);
  }

  #addSeven(features: Int32Array, index: number, salt: number): void {
    const a = mix((features[index] ?? 0) ^ salt);
    const b = mix((features[index + 1] ?? 0) ^ salt);
    const c = mix((features[index + 2] ?? 0) ^ salt);
    const d = mix((features[index + 3] ?? 0) ^ salt);
    const e = mix((features[index + 4] ?? 0) ^ salt);
    const f = mix((features[index + 5] ?? 0) ^ salt);
    const g = mix((features[index + 6] ?? 0) ^ salt);
    const abc = a ^ b ^ c;
    const abcTwos = (a & b) | (c & (a ^ b));
    const def = d ^ e ^ f;
    const defTwos = (d & e) | (f & (d ^ e));
    const restTwos = (abc & def) | (g & (abc ^ def));
    this.#add(abc ^ def ^ g, 0);
    this.#add(abcTwos ^ defTwos ^ restTwos, 1);
    this.#add((abcTwos & defTwos) | (restTwos & (abcTwos ^ defTwos)), 2);
  }

  #add(bits: number, lowestPlane: number): void {
    const planes = this.#planes;
    let carry = bits;
    for (let plane = lowestPlane; carry !== 0; plane++) {
      const held = planes[plane] ?? 0;
      planes[plane] = held ^ carry;
      carry &= held;
    }
  }

  /**
   * The bits set in more than half of the features; compared from the highest plane down, for all 32 counts at once.
   */
  #majority(features: number): number {
    const half = features >>> 1;
    let above = 0;
    let equal = -1;
    for (let plane = PLANES - 1; plane >= 0; plane--) {
      const held = this.#planes[plane] ?? 0;
      const bit = -((half >>> plane) & 1);
      above |= equal & held & ~bit;
      equal &= ~(held ^ bit);
    }
    return above;
  }
}

export function hammingDistance(a: SimHash, b: SimHash): number {
  return bitCount(a.simhashHigh ^ b.simhashHigh) + bitCount(a.simhashLow ^ b.simhashLow);
}

/** Enough for the features of the longest text. */
const PLANES = 20;
const SHINGLE = 0x5bd1e995;

export interface SimHash {
  readonly simhashHigh: number;
  readonly simhashLow: number;
}
