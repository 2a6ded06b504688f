import { END } from '../segment/postings.ts';

/** What lookups walk over: the articles of a term, or of several that count as one. */
export interface Cursor {
  readonly document: number;
  /** From 1 to 255 for words, 0 for what only narrows. */
  readonly impact: number;
  seek(target: number): number;
  boundIn(from: number, to: number): number;
  blockEnd(target: number): number;
  accumulate(from: number, to: number, factor: number, scores: Float32Array): void;
}

/** A cursor with what its impacts are worth in this query. */
export interface ScoredCursor {
  readonly cursor: Cursor;
  readonly factor: number;
  /** Articles, at most. */
  readonly articles: number;
}

/**
 * Several terms as one, each article with its highest impact: written out as a byte for each article of the segment,
 * which is faster than keeping many cursors in step.
 */
export class UnionCursor implements Cursor {
  readonly #impacts: Uint8Array;
  readonly #highest: number;
  document = -1;

  constructor(
    documents: number,
    parts: readonly { cursor: Pick<Cursor, 'seek' | 'impact'>; weight: number }[],
  ) {
    this.#impacts = new Uint8Array(documents);
    let highest = 0;
    for (const { cursor, weight } of parts)
      for (let document = cursor.seek(0); document !== END; document = cursor.seek(document + 1)) {
        const impact = Math.max(1, Math.round(cursor.impact * weight));
        if (impact > (this.#impacts[document] ?? 0)) this.#impacts[document] = impact;
        if (impact > highest) highest = impact;
      }
    this.#highest = highest;
  }

  get impact(): number {
    return this.#impacts[this.document] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    const impacts = this.#impacts;
    let document = target;
    while (document < impacts.length && impacts[document] === 0) document++;
    this.document = document < impacts.length ? document : END;
    return this.document;
  }

  boundIn(): number {
    return this.#highest;
  }

  blockEnd(target: number): number {
    return target | 1_023;
  }

  accumulate(from: number, to: number, factor: number, scores: Float32Array): void {
    const end = Math.min(to, this.#impacts.length);
    for (let document = Math.max(from, this.document); document < end; document++)
      scores[document - from] = (scores[document - from] ?? 0) + (this.#impacts[document] ?? 0) * factor;
    this.seek(to);
  }
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

  accumulate(from: number, to: number, factor: number, scores: Float32Array): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1))
      scores[document - from] = (scores[document - from] ?? 0) + this.impact * factor;
  }
}
