import { bitCount, mix } from '../../lib/bits.ts';

/**
 * MinHash of a set of shingles in 128 slots of one byte each, four to a word, by fast similarity sketching
 * (Dahlgaard, Knudsen, Thorup 2017) instead of 128 permutations of every shingle.
 *
 * Round r maps every shingle to one of the 128 slots by a different hash; the smallest hash wins the slot,
 * and slots won in earlier rounds are taken. From round 128 on, all shingles map to one given slot, so that
 * the work ends. Two sets agree in a slot with the probability of their Jaccard similarity, as with
 * permutations, and the variance is not larger. But 500 shingles need two or three rounds, where permutations
 * need 128 hashes of each.
 *
 * Only the lowest byte of the winner is kept: different winners agree by chance once in 256 times, which
 * `estimateJaccard` corrects, and an article costs 128 bytes.
 */
export const SLOTS = 128;
export const SKETCH_WORDS = SLOTS / 4;

export class Sketcher {
  readonly #lowest = new Int32Array(SLOTS);

  sketch(shingles: Int32Array, count: number): Uint32Array {
    const lowest = this.#lowest.fill(FREE);
    let free = count === 0 ? 0 : SLOTS;
    for (let round = 0; free > 0 && round < 2 * SLOTS; round++)
      free -= runRound(shingles, count, round, lowest);
    return packed(lowest, count);
  }
}

/**
 * Returns the number of slots won for the first time. A value is the round (8 bits) before the hash (23 bits), so
 * that the smaller value wins within a round and winners of earlier rounds stay.
 */
function runRound(shingles: Int32Array, count: number, round: number, lowest: Int32Array): number {
  const seed = Math.imul(round + 1, 0x9e3779b9);
  const fixedSlot = round < SLOTS ? -1 : round - SLOTS;
  let won = 0;
  for (let index = 0; index < count; index++) {
    const hash = mix((shingles[index] ?? 0) ^ seed);
    const slot = fixedSlot < 0 ? hash & (SLOTS - 1) : fixedSlot;
    const value = (round << 23) | (hash >>> 9);
    const lowestValue = lowest[slot] ?? 0;
    if (value >= lowestValue) continue;
    if (lowestValue === FREE) won++;
    lowest[slot] = value;
  }
  return won;
}

function packed(lowest: Int32Array, count: number): Uint32Array {
  const words = new Uint32Array(SKETCH_WORDS);
  if (count === 0) return words;
  for (let slot = 0; slot < SLOTS; slot++) {
    words[slot >> 2] = (words[slot >> 2] ?? 0) | (((lowest[slot] ?? 0) & 0xff) << (8 * (slot & 3)));
  }
  return words;
}

/** The number of slots in which two sketches, which may lie in larger arrays, agree. */
export function matchingSlots(a: Uint32Array, aStart: number, b: Uint32Array, bStart: number): number {
  let matches = 0;
  for (let word = 0; word < SKETCH_WORDS; word++) {
    const difference = (a[aStart + word] ?? 0) ^ (b[bStart + word] ?? 0);
    // The highest bit of each byte that is zero, and no other bit.
    const low = (difference & 0x7f7f7f7f) + 0x7f7f7f7f;
    matches += bitCount(~(low | difference | 0x7f7f7f7f));
  }
  return matches;
}

/** Unbiased; can be slightly negative for disjoint sets. */
export function jaccardOfMatches(matches: number): number {
  return (matches / SLOTS - CHANCE) / (1 - CHANCE);
}

/** No value is larger: the last round is 255. */
const FREE = 0x7fffffff;
const CHANCE = 1 / 256;
