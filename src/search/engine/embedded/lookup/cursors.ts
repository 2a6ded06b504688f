import type { Batch, ScoreWindow } from '../segment/batch.ts';
import { END } from '../segment/postings.ts';

/** Iterates over the articles of a term, or of several terms that count as one. */
export interface DocumentCursor {
  readonly document: number;
  /** From 1 to 255 for words, 0 for filters. */
  readonly impact: number;
  /** The first article at or after this one; never moves backwards. */
  seek(target: number): number;
  /** An upper bound of the impacts in [from, to). */
  boundIn(from: number, to: number): number;
  /** The last article for which the bound at `target` is valid. */
  blockEnd(target: number): number;
  /** Fills a batch with articles in [from, to); returns the first that was not examined. */
  fill(from: number, to: number, factor: number, batch: Batch): number;
  /** Keeps the articles of a batch that this cursor contains, with impact times factor added; returns their number. */
  intersect(batch: Batch, factor: number): number;
  /** Adds impact times factor to the articles of a batch that this cursor contains. */
  addTo(batch: Batch, factor: number): void;
  /** Adds impact times factor to the slot of each article in [from, to). */
  accumulate(from: number, to: number, factor: number, window: ScoreWindow): void;
  /** Raises the slot of each article in [from, to) to the value that `table` has for its impact. */
  raiseTo(from: number, to: number, table: Uint8Array, into: Uint8Array): void;
}

/** A cursor with the weight of its impacts in this query. */
export interface ScoredCursor {
  readonly cursor: DocumentCursor;
  readonly factor: number;
  /** An upper bound. */
  readonly articles: number;
}

/** One article at a time, for cursors without a faster way. */
abstract class DefaultCursor implements DocumentCursor {
  abstract readonly document: number;
  abstract readonly impact: number;
  abstract seek(target: number): number;
  abstract boundIn(from: number, to: number): number;
  abstract blockEnd(target: number): number;

  fill(from: number, to: number, factor: number, batch: Batch): number {
    let count = 0;
    let document = this.seek(from);
    for (; document < to && count < batch.capacity; document = this.seek(document + 1)) {
      batch.documents[count] = document;
      batch.scores[count++] = this.impact * factor;
    }
    batch.count = count;
    return Math.min(document, to);
  }

  intersect({ documents, scores, count }: Batch, factor: number): number {
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

  accumulate(from: number, to: number, factor: number, { scores, marks }: ScoreWindow): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1)) {
      const offset = document - from;
      scores[offset] = (scores[offset] ?? 0) + this.impact * factor;
      marks[offset >>> 5] = (marks[offset >>> 5] ?? 0) | (1 << (offset & 31));
    }
  }

  raiseTo(from: number, to: number, table: Uint8Array, into: Uint8Array): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1))
      into[document - from] = Math.max(into[document - from] ?? 0, table[this.impact] ?? 0);
  }
}

/**
 * Several terms as one, each article with its highest impact: materialized as a byte per article for one short window
 * at a time. Windows begin at articles with one of the terms, so gaps cost nothing.
 */
export class UnionCursor extends DefaultCursor {
  readonly #parts: readonly { readonly cursor: DocumentCursor; readonly table: Uint8Array }[];
  readonly #impacts = new Uint8Array(UNION_STRETCH);
  #from = 0;
  #to = 0;
  #highest = 0;
  document = -1;

  constructor(parts: readonly WeightedCursor[]) {
    super();
    this.#parts = parts.map(({ cursor, weight }) => ({ cursor, table: weightTable(weight) }));
  }

  get impact(): number {
    return this.#impacts[this.document - this.#from] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    const impacts = this.#impacts;
    for (let offset = target - this.#from; offset < this.#to - this.#from; offset++)
      if (impacts[offset] !== 0) {
        this.document = this.#from + offset;
        return this.document;
      }
    return this.#materialize(Math.max(target, this.#to));
  }

  #materialize(target: number): number {
    let first = END;
    for (const { cursor } of this.#parts) first = Math.min(first, cursor.seek(target));
    this.document = first;
    if (first === END) return END;
    const impacts = this.#impacts.fill(0);
    for (const { cursor, table } of this.#parts) cursor.raiseTo(first, first + UNION_STRETCH, table, impacts);
    let [last, highest] = [0, 0];
    for (let offset = 0; offset < UNION_STRETCH; offset++) {
      const impact = impacts[offset] ?? 0;
      if (impact > 0) last = offset;
      if (impact > highest) highest = impact;
    }
    this.#from = first;
    this.#to = first + last + 1;
    this.#highest = highest;
    return first;
  }

  /** The part cursors are already past the materialized window. */
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

/** The weighted value of each impact: at least one, because the article contains the term. */
function weightTable(weight: number): Uint8Array {
  const known = WEIGHT_TABLES.get(weight);
  if (known) return known;
  const table = Uint8Array.from({ length: 256 }, (_, impact) => Math.max(1, Math.round(impact * weight)));
  WEIGHT_TABLES.set(weight, table);
  return table;
}

const WEIGHT_TABLES = new Map<number, Uint8Array>();
const UNION_STRETCH = 256;

export interface WeightedCursor {
  readonly cursor: DocumentCursor;
  readonly weight: number;
}

/** Articles in a list, such as those that match a phrase. */
export class ListCursor extends DefaultCursor {
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
