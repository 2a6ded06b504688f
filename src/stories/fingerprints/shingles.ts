import { mix } from '../../lib/bits.ts';
import { WordHasher } from './word-hashes.ts';

/**
 * The distinct words and the distinct runs of three words (shingles) of a text, as hashes. Repetition is ignored: it
 * would give "the" and "of" more weight than names. The next text overwrites the arrays.
 */
export class ShingleReader {
  words: Int32Array = new Int32Array(1024);
  wordCount = 0;
  shingles: Int32Array = new Int32Array(1024);
  shingleCount = 0;
  readonly #reader = new WordHasher();
  #seen: Int32Array = new Int32Array(4096);

  read(text: string): void {
    const reader = this.#reader;
    reader.read(text);
    this.#reserve(reader.count);
    this.wordCount = this.#distinct(reader.words, reader.count, this.words);
    const runs = intoShingles(reader.words, reader.count);
    this.shingleCount = this.#distinct(reader.words, runs, this.shingles);
  }

  #reserve(words: number): void {
    if (this.words.length >= words) return;
    this.words = new Int32Array(2 * words);
    this.shingles = new Int32Array(2 * words);
  }

  /** An open-addressed set, at most half full and cleared for each text; 0 marks an empty slot. */
  #distinct(hashes: Int32Array, count: number, into: Int32Array): number {
    let size = 64;
    while (size < 2 * count) size *= 2;
    if (this.#seen.length < size) this.#seen = new Int32Array(size);
    const seen = this.#seen;
    seen.fill(0, 0, size);
    let distinct = 0;
    for (let index = 0; index < count; index++) {
      const hash = hashes[index] || 1;
      let slot = hash & (size - 1);
      while (seen[slot] !== 0 && seen[slot] !== hash) slot = (slot + 1) & (size - 1);
      if (seen[slot] === hash) continue;
      seen[slot] = hash;
      into[distinct++] = hash;
    }
    return distinct;
  }
}

/** Overwrites the words from the front; a text of one or two words is one shingle. */
function intoShingles(words: Int32Array, count: number): number {
  if (count === 0) return 0;
  let first = words[0] ?? 0;
  let second = count > 1 ? (words[1] ?? 0) : 0;
  if (count < 3) {
    words[0] = shingle(first, second, 0);
    return 1;
  }
  for (let index = 2; index < count; index++) {
    const third = words[index] ?? 0;
    words[index - 2] = shingle(first, second, third);
    first = second;
    second = third;
  }
  return count - 2;
}

function shingle(first: number, second: number, third: number): number {
  return mix((Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca77) + third) | 0);
}
