import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What English words mean, so that "rates" and "interest" speak for one another: a vector for each of the commonest
 * words, distilled from a larger model by scripts/train/words-vectors.py. The file:
 *
 *   "BSV1" | words n (u32, little-endian) | dimensions d (u8) | n terms, ascending (3 bytes each)
 *   | n vectors of d signed bytes
 */
/** Adds a word's vector to a sum, so many times; false when the word is not known and adds nothing. */
export function addMeaning(term: number, times: number, sum: Float64Array): boolean {
  const row = rowOf(term);
  if (row < 0) return false;
  const from = row * DIMENSIONS;
  for (let at = 0; at < DIMENSIONS; at++) sum[at] = (sum[at] ?? 0) + times * (vectors[from + at] ?? 0);
  return true;
}

/**
 * Only the direction of a sum of vectors, in signed bytes: brought to one length, so that products are cosines. It is
 * shorter when only a share of what was said is known, as if the rest pointed where nothing else does.
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

/** Cosine of two directions; 0 when either says nothing. */
export function meaningCosine(a: Int8Array, b: Int8Array): number {
  return meaningCosineAt(a, b, 0);
}

/** The same for a direction that is part of a larger array. */
export function meaningCosineAt(a: Int8Array, all: Int8Array, from: number): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (all[from + at] ?? 0);
  return sum / (LENGTH * LENGTH);
}

/** Cosine of a direction and a sum of directions, without itself when it is part of the sum; 0 when either says nothing. */
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

/** Where a term's vector is, or -1; open addressing over twice as many places as there are words. */
function rowOf(term: number): number {
  const mask = places.length - 1;
  for (let at = Math.imul(term, 0x9e3779b1) >>> 8; ; at++) {
    const row = (places[at & mask] ?? 0) - 1;
    if (row < 0 || terms[row] === term) return row;
  }
}

function read(): { terms: Uint32Array; dimensions: number; vectors: Int8Array; places: Int32Array } {
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
  return { terms: read, dimensions, vectors: signed, places: found };
}

const HEAD = 9;
/** Long enough to use the steps of a byte, short enough that few directions have a part that passes them. */
const LENGTH = 400;
const { terms, dimensions, vectors, places } = read();
export const DIMENSIONS = dimensions;
export const NO_MEANING = new Int8Array(DIMENSIONS);
