import type { ModelFeatures } from '../model/features.ts';

/**
 * The features of the training texts, numbered without gaps, so that none collide however large the hash space is.
 * Rare features weigh more; texts to classify are weighted the same way.
 */
export class FeatureDictionary {
  /** By hash: one more than the feature's number; zero for unknown features. */
  readonly #numbers: Uint32Array;
  readonly #rarity: Float32Array;

  constructor(texts: readonly ModelFeatures[], buckets: number) {
    this.#numbers = new Uint32Array(buckets);
    const counts: number[] = [];
    for (const { ids } of texts) {
      for (const id of ids) {
        const number = this.#numbers[id] || counts.push(0);
        this.#numbers[id] = number;
        counts[number - 1] = (counts[number - 1] ?? 0) + 1;
      }
    }
    this.#rarity = Float32Array.from(counts, count => Math.log((1 + texts.length) / (1 + count)) + 1);
  }

  /** The number of features, including the constant one. */
  get size(): number {
    return this.#rarity.length + 1;
  }

  /**
   * Blocks keep their relative lengths, and the whole has length one; the constant feature represents the prior of
   * each class.
   */
  weigh({ ids, values, ends = [ids.length] }: ModelFeatures): ModelFeatures {
    const known: number[] = [CONSTANT];
    const weighed: number[] = [0];
    let start = 0;
    for (const end of ends) {
      const from = known.length;
      let before = 0;
      for (let index = start; index < end; index++) {
        const value = values[index] ?? 0;
        before += value * value;
        const number = this.#numbers[ids[index] ?? 0] ?? 0;
        if (number === 0) continue;
        known.push(number);
        weighed.push(value * (this.#rarity[number - 1] ?? 0));
      }
      bringTo(Math.sqrt(before), weighed, from);
      start = end;
    }
    bringTo(1, weighed, 0);
    weighed[0] = CONSTANT_VALUE;
    return { ids: Uint32Array.from(known), values: Float32Array.from(weighed) };
  }
}

/** Scales the values from an index on to a length. */
function bringTo(length: number, values: number[], from: number): void {
  let squares = 0;
  for (let index = from; index < values.length; index++) squares += (values[index] ?? 0) ** 2;
  const scale = length / Math.sqrt(squares || 1);
  for (let index = from; index < values.length; index++) values[index] = (values[index] ?? 0) * scale;
}

const CONSTANT = 0;
const CONSTANT_VALUE = 0.15;
