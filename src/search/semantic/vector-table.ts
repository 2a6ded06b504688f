import { bitCount } from '../../lib/bits.ts';

/**
 * SRCH-10: vectors of articles in memory, with a search for the most similar ones.
 *
 *   vectors   the numbers of each article, as bytes from -127 to 127
 *   signs     a bit for each number of an article: above the mean, as it was when the table was half as large
 *
 * A search compares all signs, which takes a few instructions for 32 numbers, and then the bytes of the best
 * candidates exactly. Models map all texts into a narrow cone, so vectors are compared relative to their mean:
 * unrelated vectors are then near 0, whatever the model.
 *
 * A full table replaces the oldest vectors.
 */
export class VectorTable {
  readonly #capacity: number;
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  #length = 0;
  #words = 0;
  #vectors = new Int8Array(0);
  #signs = new Uint32Array(0);
  #sum = new Float64Array(0);
  /** The mean that the signs refer to. */
  #middle = new Float64Array(0);
  #pivotedAt = 0;
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /** Takes vectors of `packVector`. Vectors of another length than the first are ignored. */
  put(id: string, vector: Int8Array): void {
    if (this.#length === 0) this.#begin(vector.length);
    if (vector.length !== this.#length || this.#slots.has(id)) return;
    const slot = this.#next;
    this.#next = (this.#next + 1) % this.#capacity;
    if (slot < this.#ids.length) this.#forget(slot);
    else this.#reserve(slot + 1);
    this.#ids[slot] = id;
    this.#slots.set(id, slot);
    this.#vectors.set(vector, slot * this.#length);
    for (let at = 0; at < this.#length; at++) this.#sum[at] = (this.#sum[at] ?? 0) + (vector[at] ?? 0);
    if (this.#ids.length >= this.#pivotedAt * 2) this.#pivot();
    this.#signs.set(signsOf(vector, this.#middle, this.#words), slot * this.#words);
  }

  #pivot(): void {
    const count = this.#ids.length;
    this.#pivotedAt = count;
    this.#middle = this.#sum.map(sum => sum / count);
    for (let slot = 0; slot < count; slot++) {
      const vector = this.#vectors.subarray(slot * this.#length, (slot + 1) * this.#length);
      this.#signs.set(signsOf(vector, this.#middle, this.#words), slot * this.#words);
    }
  }

  /** The most similar first, with similarities from -1 to 1. */
  nearest(vector: Float32Array, limit: number): NearVector[] {
    if (vector.length !== this.#length || this.#ids.length === 0) return [];
    const middle = this.#sum.map(sum => sum / this.#ids.length);
    const bytes = packVector(vector);
    const query = Float64Array.from(bytes, (value, at) => value - (middle[at] ?? 0));
    const signs = signsOf(bytes, this.#middle, this.#words);
    const found = this.#candidates(signs, limit * CANDIDATES_PER_RESULT).map(slot => ({
      id: this.#ids[slot] ?? '',
      similarity: this.#similarity(slot, query, middle),
    }));
    return found.sort((a, b) => b.similarity - a.similarity).slice(0, limit);
  }

  /** Selects the vectors whose signs differ least, by counting sort over the small distances. */
  #candidates(signs: Uint32Array, limit: number): number[] {
    const count = this.#ids.length;
    const distances = new Uint16Array(count);
    const times = new Uint32Array(this.#words * 32 + 1);
    for (let slot = 0, at = 0; slot < count; slot++) {
      let distance = 0;
      for (let word = 0; word < this.#words; word++, at++)
        distance += bitCount((this.#signs[at] ?? 0) ^ (signs[word] ?? 0));
      distances[slot] = distance;
      times[distance] = (times[distance] ?? 0) + 1;
    }
    let maxDistance = 0;
    for (let within = times[0] ?? 0; within < Math.min(limit, count); ) within += times[++maxDistance] ?? 0;
    const found: number[] = [];
    for (let slot = 0; slot < count; slot++) if ((distances[slot] ?? 0) <= maxDistance) found.push(slot);
    return found;
  }

  #similarity(slot: number, query: Float64Array, middle: Float64Array): number {
    let [dot, own, other] = [0, 0, 0];
    const from = slot * this.#length;
    for (let at = 0; at < this.#length; at++) {
      const value = (this.#vectors[from + at] ?? 0) - (middle[at] ?? 0);
      const wanted = query[at] ?? 0;
      dot += value * wanted;
      own += value * value;
      other += wanted * wanted;
    }
    return own === 0 || other === 0 ? 0 : dot / Math.sqrt(own * other);
  }

  #begin(length: number): void {
    this.#length = length;
    this.#words = Math.ceil(length / 32);
    this.#sum = new Float64Array(length);
  }

  #forget(slot: number): void {
    this.#slots.delete(this.#ids[slot] ?? '');
    const from = slot * this.#length;
    for (let at = 0; at < this.#length; at++)
      this.#sum[at] = (this.#sum[at] ?? 0) - (this.#vectors[from + at] ?? 0);
  }

  #reserve(slots: number): void {
    if (slots * this.#length <= this.#vectors.length) return;
    const room = Math.min(this.#capacity, Math.max(slots, slots * 2, 1_024));
    const vectors = new Int8Array(room * this.#length);
    vectors.set(this.#vectors);
    this.#vectors = vectors;
    const signs = new Uint32Array(room * this.#words);
    signs.set(this.#signs);
    this.#signs = signs;
  }
}

/** Converts a vector of any length to bytes on a common scale; values above four times the usual size are clipped. */
export function packVector(vector: Float32Array): Int8Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = squares === 0 ? 0 : (127 * Math.sqrt(vector.length)) / 4 / Math.sqrt(squares);
  return Int8Array.from(vector, value => Math.max(-127, Math.min(127, Math.round(value * scale))));
}

function signsOf(vector: Int8Array, pivot: Float64Array, words: number): Uint32Array {
  const signs = new Uint32Array(words);
  for (let at = 0; at < vector.length; at++)
    if ((vector[at] ?? 0) > (pivot[at] ?? 0))
      signs[at >> 5] = ((signs[at >> 5] ?? 0) | (1 << (at & 31))) >>> 0;
  return signs;
}

const CANDIDATES_PER_RESULT = 20;

export interface NearVector {
  readonly id: string;
  readonly similarity: number;
}
