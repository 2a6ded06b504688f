import type { Batch, Window } from '../segment/batch.ts';
import { END } from '../segment/postings.ts';

/** What lookups walk over: the articles of a term, or of several that count as one. */
export interface Cursor {
  readonly document: number;
  /** From 1 to 255 for words, 0 for what only narrows. */
  readonly impact: number;
  /** The first article at or behind this one; never goes back. */
  seek(target: number): number;
  /** At least as high as any impact from `from` to before `to`. */
  boundIn(from: number, to: number): number;
  /** As far as the bound at `target` holds. */
  blockEnd(target: number): number;
  /** Fills a batch with articles from `from` to before `to`; returns the first that was not looked at. */
  take(from: number, to: number, factor: number, batch: Batch): number;
  /** Keeps the articles of a batch that are here too, with impact times factor added; returns how many. */
  retain(batch: Batch, factor: number): number;
  /** Adds impact times factor to those of a batch that are here. */
  addTo(batch: Batch, factor: number): void;
  /** Adds impact times factor to the place of each article from `from` to before `to`. */
  accumulate(from: number, to: number, factor: number, window: Window): void;
  /** Raises the place of each article from `from` to before `to` to what `table` says its impact is worth. */
  spread(from: number, to: number, table: Uint8Array, into: Uint8Array): void;
}

/** A cursor with what its impacts are worth in this query. */
export interface ScoredCursor {
  readonly cursor: Cursor;
  readonly factor: number;
  /** Articles, at most. */
  readonly articles: number;
}

/** One article at a time, for cursors that have no faster way. */
abstract class SteppingCursor implements Cursor {
  abstract readonly document: number;
  abstract readonly impact: number;
  abstract seek(target: number): number;
  abstract boundIn(from: number, to: number): number;
  abstract blockEnd(target: number): number;

  take(from: number, to: number, factor: number, batch: Batch): number {
    let count = 0;
    let document = this.seek(from);
    for (; document < to && count < batch.room; document = this.seek(document + 1)) {
      batch.documents[count] = document;
      batch.scores[count++] = this.impact * factor;
    }
    batch.count = count;
    return Math.min(document, to);
  }

  retain({ documents, scores, count }: Batch, factor: number): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const document = documents[i] ?? 0;
      if (this.seek(document) !== document) continue;
      documents[kept] = document;
      scores[kept++] = (scores[i] ?? 0) + this.impact * factor;
    }
    return kept;
  }

  addTo({ documents, scores, count }: Batch, factor: number): void {
    for (let i = 0; i < count; i++) {
      const document = documents[i] ?? 0;
      if (this.seek(document) === document) scores[i] = (scores[i] ?? 0) + this.impact * factor;
    }
  }

  accumulate(from: number, to: number, factor: number, { scores, marks }: Window): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1)) {
      const place = document - from;
      scores[place] = (scores[place] ?? 0) + this.impact * factor;
      marks[place >>> 5] = (marks[place >>> 5] ?? 0) | (1 << (place & 31));
    }
  }

  spread(from: number, to: number, table: Uint8Array, into: Uint8Array): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1))
      into[document - from] = Math.max(into[document - from] ?? 0, table[this.impact] ?? 0);
  }
}

/**
 * Several terms as one, each article with its highest impact: written out as a byte for each article, a short stretch
 * at a time. Stretches begin at articles that have one of the terms, so what lies between them costs nothing.
 */
export class UnionCursor extends SteppingCursor {
  readonly #parts: readonly { readonly cursor: Cursor; readonly table: Uint8Array }[];
  readonly #impacts = new Uint8Array(UNION_STRETCH);
  #from = 0;
  #to = 0;
  #highest = 0;
  document = -1;

  constructor(parts: readonly WeightedCursor[]) {
    super();
    this.#parts = parts.map(({ cursor, weight }) => ({ cursor, table: tableOf(weight) }));
  }

  get impact(): number {
    return this.#impacts[this.document - this.#from] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    const impacts = this.#impacts;
    for (let place = target - this.#from; place < this.#to - this.#from; place++)
      if (impacts[place] !== 0) {
        this.document = this.#from + place;
        return this.document;
      }
    return this.#writeOut(Math.max(target, this.#to));
  }

  #writeOut(target: number): number {
    let first = END;
    for (const { cursor } of this.#parts) first = Math.min(first, cursor.seek(target));
    this.document = first;
    if (first === END) return END;
    const impacts = this.#impacts.fill(0);
    for (const { cursor, table } of this.#parts) cursor.spread(first, first + UNION_STRETCH, table, impacts);
    let [last, highest] = [0, 0];
    for (let place = 0; place < UNION_STRETCH; place++) {
      const impact = impacts[place] ?? 0;
      if (impact > 0) last = place;
      if (impact > highest) highest = impact;
    }
    this.#from = first;
    this.#to = first + last + 1;
    this.#highest = highest;
    return first;
  }

  /** The cursors have passed what is written out. */
  boundIn(from: number, to: number): number {
    let highest = from < this.#to ? this.#highest : 0;
    for (const { cursor, table } of this.#parts)
      highest = Math.max(highest, table[cursor.boundIn(from, to)] ?? 0);
    return highest;
  }

  blockEnd(target: number): number {
    let end = END;
    for (const { cursor } of this.#parts) end = Math.min(end, cursor.blockEnd(target));
    return Math.max(end, target | (UNION_STRETCH - 1));
  }
}

/** What each impact is worth with this weight: at least one, as the article has the term. */
function tableOf(weight: number): Uint8Array {
  const known = TABLES.get(weight);
  if (known) return known;
  const table = Uint8Array.from({ length: 256 }, (_, impact) => Math.max(1, Math.round(impact * weight)));
  TABLES.set(weight, table);
  return table;
}

const TABLES = new Map<number, Uint8Array>();
const UNION_STRETCH = 256;

export interface WeightedCursor {
  readonly cursor: Cursor;
  readonly weight: number;
}

/** Articles that were found one by one, as those of a phrase. */
export class ListCursor extends SteppingCursor {
  readonly #documents: readonly number[];
  readonly #impacts: readonly number[];
  #at = 0;
  document = -1;

  constructor(documents: readonly number[], impacts: readonly number[]) {
    super();
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
}
