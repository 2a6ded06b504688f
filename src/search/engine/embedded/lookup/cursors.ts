import { END, type Window } from '../segment/postings.ts';

/** What lookups walk over: the articles of a term, or of several that count as one. */
export interface Cursor {
  readonly document: number;
  /** From 1 to 255 for words, 0 for what only narrows. */
  readonly impact: number;
  seek(target: number): number;
  boundIn(from: number, to: number): number;
  blockEnd(target: number): number;
  accumulate(from: number, to: number, factor: number, window: Window): void;
}

/** A cursor with what its impacts are worth in this query. */
export interface ScoredCursor {
  readonly cursor: Cursor;
  readonly factor: number;
  /** Articles, at most. */
  readonly articles: number;
}

/** A few terms as one, each article with its highest impact: their cursors are kept in step. */
export class JoinedCursor implements Cursor {
  readonly #parts: readonly WeightedCursor[];
  document = -1;

  constructor(parts: readonly WeightedCursor[]) {
    this.#parts = parts;
  }

  get impact(): number {
    let impact = 0;
    for (const { cursor, weight } of this.#parts)
      if (cursor.document === this.document) impact = Math.max(impact, weighted(cursor.impact, weight));
    return impact;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    let least = END;
    for (const { cursor } of this.#parts) least = Math.min(least, cursor.seek(target));
    this.document = least;
    return least;
  }

  boundIn(from: number, to: number): number {
    let highest = 0;
    for (const { cursor, weight } of this.#parts)
      highest = Math.max(highest, weighted(cursor.boundIn(from, to), weight));
    return highest;
  }

  blockEnd(target: number): number {
    let end = END;
    for (const { cursor } of this.#parts) end = Math.min(end, cursor.blockEnd(target));
    return end;
  }

  accumulate(from: number, to: number, factor: number, window: Window): void {
    accumulateOneByOne(this, from, to, factor, window);
  }
}

/**
 * Many terms as one, each article with its highest impact: written out as a byte for each article that is looked at,
 * which is faster than keeping many cursors in step.
 */
export class UnionCursor implements Cursor {
  readonly #impacts: Uint8Array;
  readonly #from: number;
  readonly #highest: number;
  document = -1;

  constructor({ from, to }: Range, parts: readonly WeightedCursor[]) {
    this.#from = from;
    this.#impacts = new Uint8Array(to - from);
    let highest = 0;
    for (const { cursor, weight } of parts)
      for (let document = cursor.seek(from); document < to; document = cursor.seek(document + 1)) {
        const impact = weighted(cursor.impact, weight);
        if (impact > (this.#impacts[document - from] ?? 0)) this.#impacts[document - from] = impact;
        if (impact > highest) highest = impact;
      }
    this.#highest = highest;
  }

  get impact(): number {
    return this.#impacts[this.document - this.#from] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    const impacts = this.#impacts;
    let place = Math.max(0, target - this.#from);
    while (place < impacts.length && impacts[place] === 0) place++;
    this.document = place < impacts.length ? this.#from + place : END;
    return this.document;
  }

  boundIn(): number {
    return this.#highest;
  }

  blockEnd(target: number): number {
    return target | 1_023;
  }

  accumulate(from: number, to: number, factor: number, window: Window): void {
    accumulateOneByOne(this, from, to, factor, window);
  }
}

function accumulateOneByOne(
  cursor: Cursor,
  from: number,
  to: number,
  factor: number,
  { scores, marks }: Window,
): void {
  for (let document = cursor.seek(from); document < to; document = cursor.seek(document + 1)) {
    const place = document - from;
    scores[place] = (scores[place] ?? 0) + cursor.impact * factor;
    marks[place >>> 5] = (marks[place >>> 5] ?? 0) | (1 << (place & 31));
  }
}

function weighted(impact: number, weight: number): number {
  return Math.max(1, Math.round(impact * weight));
}

export interface WeightedCursor {
  readonly cursor: Cursor;
  readonly weight: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Articles that were found one by one, as those of a phrase. */
export class ListCursor implements Cursor {
  readonly #documents: readonly number[];
  readonly #impacts: readonly number[];
  #at = 0;
  document = -1;

  constructor(documents: readonly number[], impacts: readonly number[]) {
    this.#documents = documents;
    this.#impacts = impacts;
  }

  get length(): number {
    return this.#documents.length;
  }

  get impact(): number {
    return this.#impacts[this.#at] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    while ((this.#documents[this.#at] ?? END) < target) this.#at++;
    this.document = this.#documents[this.#at] ?? END;
    return this.document;
  }

  boundIn(): number {
    return 255;
  }

  blockEnd(target: number): number {
    return target | 1_023;
  }

  accumulate(from: number, to: number, factor: number, window: Window): void {
    accumulateOneByOne(this, from, to, factor, window);
  }
}
