import { doubled } from '../../../../lib/typed-arrays.ts';

/**
 * The articles of each term while a segment is built, in flat arrays in order of insertion:
 *
 *   posting    term, article, impact, first position, number of positions
 *   position   its value, and the next position of the same posting
 *
 * `sortByTerm` sorts the postings by term; within a term they keep the order of the articles.
 */
export class PostingBuffer {
  size = 0;
  terms = new Int32Array(1 << 16);
  documents = new Int32Array(1 << 16);
  impacts = new Uint8Array(1 << 16);
  #firsts = new Int32Array(1 << 16);
  #counts = new Int32Array(1 << 16);
  #values = new Int32Array(1 << 16);
  #nexts = new Int32Array(1 << 16);
  #positions = 0;

  add(term: number, document: number, impact: number, firstPosition = -1, positions = 0): void {
    if (this.size === this.terms.length) this.#grow();
    const at = this.size++;
    this.terms[at] = term;
    this.documents[at] = document;
    this.impacts[at] = impact;
    this.#firsts[at] = firstPosition;
    this.#counts[at] = positions;
  }

  #grow(): void {
    this.terms = doubled(this.terms);
    this.documents = doubled(this.documents);
    this.impacts = doubled(this.impacts);
    this.#firsts = doubled(this.#firsts);
    this.#counts = doubled(this.#counts);
  }

  /** Returns the index of the position, to pass as `after` with the next one of its posting. */
  addPosition(value: number, after: number): number {
    if (this.#positions === this.#values.length) {
      this.#values = doubled(this.#values);
      this.#nexts = doubled(this.#nexts);
    }
    const at = this.#positions++;
    this.#values[at] = value;
    if (after !== -1) this.#nexts[after] = at;
    return at;
  }

  positionsOf(posting: number): number {
    return this.#counts[posting] ?? 0;
  }

  /** Writes the positions of a posting in ascending order. */
  readPositions(posting: number, into: Int32Array): number {
    const count = this.#counts[posting] ?? 0;
    for (let i = 0, at = this.#firsts[posting] ?? 0; i < count; i++, at = this.#nexts[at] ?? 0)
      into[i] = this.#values[at] ?? 0;
    return count;
  }

  /** The postings by term: those of term `n` are in [starts[n], starts[n + 1]). */
  sortByTerm(terms: number): { order: Int32Array; starts: Int32Array } {
    const starts = new Int32Array(terms + 1);
    for (let at = 0; at < this.size; at++) increment(starts, (this.terms[at] ?? 0) + 1);
    for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
    const next = starts.slice();
    const order = new Int32Array(this.size);
    for (let at = 0; at < this.size; at++) {
      const term = this.terms[at] ?? 0;
      const slot = next[term] ?? 0;
      order[slot] = at;
      next[term] = slot + 1;
    }
    return { order, starts };
  }
}

function increment(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
