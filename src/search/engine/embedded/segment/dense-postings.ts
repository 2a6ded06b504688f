import { KIND } from '../../../analysis/terms.ts';
import type { Batch, ScoreWindow } from './batch.ts';
import { numbersAt, type SortedDictionary } from './dictionary.ts';
import { PostingCursor } from './posting-cursor.ts';
import { END } from './postings.ts';

/**
 * Postings of frequent terms with one byte per article: the impact, or 0 when the term is absent. With packed
 * postings, checking whether an article contains such a term would unpack a block almost every time. They are built
 * when a segment is opened and are not part of its files.
 *
 *   terms u32, number of each term u32 ...
 *   for each term: a byte for every article, and the highest of every 256 of them
 */
export function buildDensePostings(
  terms: SortedDictionary,
  postings: Uint8Array,
  documents: number,
): SharedArrayBuffer {
  const numbers = documents < MIN_DOCUMENTS ? [] : frequentTerms(terms, documents);
  const each = documents + Math.ceil(documents / STRETCH);
  const memory = new SharedArrayBuffer(4 + numbers.length * (4 + each));
  const header = new Uint32Array(memory, 0, 1 + numbers.length);
  header[0] = numbers.length;
  header.set(numbers, 1);
  for (const [slot, number] of numbers.entries()) {
    const cursor = new PostingCursor(postings, terms.numberAt(1, number), noPositions);
    const start = 4 + numbers.length * 4 + slot * each;
    const impacts = new Uint8Array(memory, start, documents);
    const highest = new Uint8Array(memory, start + documents, each - documents);
    // Filters have no impact, but their presence has to be visible.
    cursor.raiseTo(0, documents, AT_LEAST_ONE, impacts);
    for (let document = 0; document < documents; document++) {
      const impact = impacts[document] ?? 0;
      if (impact > (highest[document >>> STRETCH_BITS] ?? 0)) highest[document >>> STRETCH_BITS] = impact;
    }
  }
  return memory;
}

/** Words and filters; the most frequent when there are too many. */
function frequentTerms(terms: SortedDictionary, documents: number): number[] {
  const found: number[] = [];
  const title = Buffer.from(KIND.title);
  for (let number = 0; number < terms.size; number++)
    if (terms.numberAt(0, number) * MIN_SHARE >= documents && !terms.hasPrefix(number, title))
      found.push(number);
  return found.sort((a, b) => terms.numberAt(0, b) - terms.numberAt(0, a)).slice(0, MAX_TERMS);
}

function noPositions(): never {
  throw new TypeError('dense postings have no positions');
}

/** The dense postings of a segment in shared memory. */
export class DensePostings {
  readonly #slots = new Map<number, number>();
  readonly #memory: SharedArrayBuffer;
  readonly #documents: number;

  constructor(memory: SharedArrayBuffer, documents: number) {
    this.#memory = memory;
    this.#documents = documents;
    const bytes = Buffer.from(memory);
    for (const [slot, number] of numbersAt(bytes, 4, bytes.readUInt32LE(0)).entries())
      this.#slots.set(number, slot);
  }

  /** Null for terms without dense postings. */
  cursor(termNumber: number): DenseCursor | null {
    const slot = this.#slots.get(termNumber);
    if (slot === undefined) return null;
    const stretches = Math.ceil(this.#documents / STRETCH);
    const start = 4 + this.#slots.size * 4 + slot * (this.#documents + stretches);
    return new DenseCursor(
      new Uint8Array(this.#memory, start, this.#documents),
      new Uint8Array(this.#memory, start + this.#documents, stretches),
    );
  }
}

/** Iterates over the articles of a term with dense postings. */
export class DenseCursor {
  readonly #impacts: Uint8Array;
  readonly #highest: Uint8Array;
  document = -1;

  constructor(impacts: Uint8Array, highest: Uint8Array) {
    this.#impacts = impacts;
    this.#highest = highest;
  }

  get impact(): number {
    return this.#impacts[this.document] ?? 0;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    const impacts = this.#impacts;
    let document = target;
    while (impacts[document] === 0) document++;
    this.document = document < impacts.length ? document : END;
    return this.document;
  }

  boundIn(from: number, to: number): number {
    let highest = 0;
    const last = Math.min(this.#highest.length - 1, (to - 1) >>> STRETCH_BITS);
    for (let stretch = from >>> STRETCH_BITS; stretch <= last; stretch++)
      highest = Math.max(highest, this.#highest[stretch] ?? 0);
    return highest;
  }

  blockEnd(target: number): number {
    return target | (STRETCH - 1);
  }

  fill(from: number, to: number, factor: number, batch: Batch): number {
    const impacts = this.#impacts;
    const { documents, scores, capacity: room } = batch;
    const end = Math.min(to, impacts.length);
    let count = 0;
    let document = from;
    for (; document < end && count < room; document++) {
      const impact = impacts[document] ?? 0;
      if (impact === 0) continue;
      documents[count] = document;
      scores[count++] = impact * factor;
    }
    batch.count = count;
    return document < end ? document : to;
  }

  intersect({ documents, scores, count }: Batch, factor: number): number {
    const impacts = this.#impacts;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const document = documents[i] ?? 0;
      const impact = impacts[document] ?? 0;
      if (impact === 0) continue;
      documents[kept] = document;
      scores[kept++] = (scores[i] ?? 0) + impact * factor;
    }
    return kept;
  }

  addTo({ documents, scores, count }: Batch, factor: number): void {
    const impacts = this.#impacts;
    for (let i = 0; i < count; i++) scores[i] = (scores[i] ?? 0) + (impacts[documents[i] ?? 0] ?? 0) * factor;
  }

  raiseTo(from: number, to: number, table: Uint8Array, into: Uint8Array): void {
    const impacts = this.#impacts;
    for (let document = from; document < Math.min(to, impacts.length); document++) {
      const impact = impacts[document] ?? 0;
      const worth = table[impact] ?? 0;
      if (impact > 0 && worth > (into[document - from] ?? 0)) into[document - from] = worth;
    }
  }

  accumulate(from: number, to: number, factor: number, { scores, marks }: ScoreWindow): void {
    const impacts = this.#impacts;
    for (let document = from; document < Math.min(to, impacts.length); document++) {
      const impact = impacts[document] ?? 0;
      if (impact === 0) continue;
      const offset = document - from;
      scores[offset] = (scores[offset] ?? 0) + impact * factor;
      marks[offset >>> 5] = (marks[offset >>> 5] ?? 0) | (1 << (offset & 31));
    }
  }
}

/** At least one article of this many contains the term. */
const MIN_SHARE = 8;
/** Bytes per article, at most. */
const MAX_TERMS = 96;
/** Small segments are fast without them and short-lived. */
const MIN_DOCUMENTS = 2_048;
const STRETCH_BITS = 8;
const STRETCH = 1 << STRETCH_BITS;
const AT_LEAST_ONE = Uint8Array.from({ length: 256 }, (_, impact) => Math.max(1, impact));
