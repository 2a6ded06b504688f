import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Word vectors of the most common English words, so that "rates" and "interest" count as similar. Distilled from a
 * larger model by scripts/train/words-vectors.py. The file:
 *
 *   "BSV1" | words n (u32, little-endian) | dimensions d (u8) | n terms, ascending (3 bytes each)
 *   | n vectors of d signed bytes
 */
/** Adds a weighted word vector to a sum; false when the word is unknown. */
export function addMeaning(term: number, times: number, sum: Float64Array): boolean {
  const row = rowOf(term);
  if (row < 0) return false;
  const from = row * DIMENSIONS;
  for (let at = 0; at < DIMENSIONS; at++) sum[at] = (sum[at] ?? 0) + times * (vectors[from + at] ?? 0);
  return true;
}

/**
 * The direction of a sum of vectors in signed bytes of one length, so that products are cosines. It is shorter when
 * only a share of the words is known, as if the rest pointed elsewhere.
 */
export function direction(sum: Float64Array, share = 1): Int8Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  if (squares === 0) return NO_MEANING;
  const scale = (share * LENGTH) / Math.sqrt(squares);
  const parts = new Int8Array(sum.length);
  for (let at = 0; at < sum.length; at++)
    parts[at] = Math.max(-127, Math.min(127, Math.round((sum[at] ?? 0) * scale)));
  return parts;
}

/** The cosine of two directions; 0 when either is unknown. */
export function meaningCosine(a: Int8Array, b: Int8Array): number {
  return meaningCosineAt(a, b, 0);
}

/** The same for a direction in a larger array. */
export function meaningCosineAt(a: Int8Array, all: Int8Array, from: number): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (all[from + at] ?? 0);
  return sum / (LENGTH * LENGTH);
}

/**
 * The cosine of a direction and a sum of directions, which is reduced by the direction first when it is part of the
 * sum; 0 when either is unknown.
 */
export function meaningCosineToSum(a: Int8Array, total: Float32Array, isPart: boolean): number {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < a.length; at++) {
    const value = (total[at] ?? 0) - (isPart ? (a[at] ?? 0) : 0);
    sum += (a[at] ?? 0) * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : sum / (LENGTH * Math.sqrt(squares));
}

export function hasMeaning(meaning: Int8Array): boolean {
  return meaning.some(value => value !== 0);
}

/** The row of a term's vector, or -1; open addressing with at least twice as many slots as words. */
function rowOf(term: number): number {
  const mask = slots.length - 1;
  for (let at = Math.imul(term, 0x9e3779b1) >>> 8; ; at++) {
    const row = (slots[at & mask] ?? 0) - 1;
    if (row < 0 || terms[row] === term) return row;
  }
}

function read(): { terms: Uint32Array; dimensions: number; vectors: Int8Array; slots: Int32Array } {
  const file = readFileSync(join(import.meta.dirname, '../../../models/words-vectors.bin'));
  const count = file.readUInt32LE(4);
  const dimensions = file.readUInt8(8);
  if (file.toString('latin1', 0, 4) !== 'BSV1' || file.length !== HEAD + count * (3 + dimensions))
    throw new Error('models/words-vectors.bin is not a file of word vectors of version 1');
  const read = Uint32Array.from({ length: count }, (_, row) => file.readUIntLE(HEAD + row * 3, 3));
  const found = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2)));
  for (const [row, term] of read.entries()) {
    let at = Math.imul(term, 0x9e3779b1) >>> 8;
    while (found[at & (found.length - 1)] !== 0) at++;
    found[at & (found.length - 1)] = row + 1;
  }
  const rest = file.subarray(HEAD + count * 3);
  const signed = new Int8Array(rest.buffer, rest.byteOffset, rest.length);
  return { terms: read, dimensions, vectors: signed, slots: found };
}

const HEAD = 9;
/** Long enough to use the range of a byte, short enough that few components are clipped. */
const LENGTH = 400;
const { terms, dimensions, vectors, slots } = read();
export const DIMENSIONS = dimensions;
export const NO_MEANING = new Int8Array(DIMENSIONS);
