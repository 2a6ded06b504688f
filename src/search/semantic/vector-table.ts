import { bitCount } from '../../lib/bits.ts';

/**
 * SRCH-10: vectors of articles in memory, and which of them are near another.
 *
 *   vectors   an article's numbers one behind the other, as bytes from -127 to 127
 *   signs     for each article a bit for each number: whether it is above the middle, as that was when there were half as many
 *
 * A look goes over all signs, which is a few instructions for 32 numbers, and compares the bytes of the best of them
 * exactly. Models put all texts into one corner, so vectors are compared as seen from the middle of all that are here:
 * then those that have nothing to do with each other are near 0, whatever the model.
 *
 * When it is full, the oldest make room.
 */
export class VectorTable {
  readonly #most: number;
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  #length = 0;
  #words = 0;
  #vectors = new Int8Array(0);
  #signs = new Uint32Array(0);
  #sum = new Float64Array(0);
  /** What the signs are of. */
  #middle = new Float64Array(0);
  #pivotedAt = 0;
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /** Vectors as `packed` makes them. One of another length than the first is passed over. */
  put(id: string, vector: Int8Array): void {
    if (this.#length === 0) this.#begin(vector.length);
    if (vector.length !== this.#length || this.#slots.has(id)) return;
    const slot = this.#next;
    this.#next = (this.#next + 1) % this.#most;
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

  /** The nearest first, with how near they are from -1 to 1. */
  nearest(vector: Float32Array, most: number): Near[] {
    if (vector.length !== this.#length || this.#ids.length === 0) return [];
    const middle = this.#sum.map(sum => sum / this.#ids.length);
    const bytes = packed(vector);
    const asked = Float64Array.from(bytes, (value, at) => value - (middle[at] ?? 0));
    const signs = signsOf(bytes, this.#middle, this.#words);
    const found = this.#candidates(signs, most * LOOKED_AT_FOR_ONE).map(slot => ({
      id: this.#ids[slot] ?? '',
      nearness: this.#nearness(slot, asked, middle),
    }));
    return found.sort((a, b) => b.nearness - a.nearness).slice(0, most);
  }

  /** Those whose signs differ least; distances are small numbers, so counting them sorts them. */
  #candidates(signs: Uint32Array, most: number): number[] {
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
    let limit = 0;
    for (let within = times[0] ?? 0; within < Math.min(most, count); ) within += times[++limit] ?? 0;
    const found: number[] = [];
    for (let slot = 0; slot < count; slot++) if ((distances[slot] ?? 0) <= limit) found.push(slot);
    return found;
  }

  #nearness(slot: number, asked: Float64Array, middle: Float64Array): number {
    let [dot, own, other] = [0, 0, 0];
    const from = slot * this.#length;
    for (let at = 0; at < this.#length; at++) {
      const value = (this.#vectors[from + at] ?? 0) - (middle[at] ?? 0);
      const wanted = asked[at] ?? 0;
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
    const room = Math.min(this.#most, Math.max(slots, slots * 2, 1_024));
    const vectors = new Int8Array(room * this.#length);
    vectors.set(this.#vectors);
    this.#vectors = vectors;
    const signs = new Uint32Array(room * this.#words);
    signs.set(this.#signs);
    this.#signs = signs;
  }
}

/** A vector of length one as bytes, all vectors to one scale; what is four times as large as usual is cut. */
export function packed(vector: Float32Array): Int8Array {
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

const LOOKED_AT_FOR_ONE = 20;

export interface Near {
  readonly id: string;
  readonly nearness: number;
}
