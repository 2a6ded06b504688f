import { ValueList } from '../../../../lib/value-list.ts';
import { KIND } from '../../../analysis/terms.ts';
import type { ByteWriter } from './bytes.ts';
import { mergeKeys } from './merge-keys.ts';
import type { PostingCursor } from './posting-cursor.ts';
import { END, type PostingsWriter } from './postings.ts';
import type { RemovedSet } from './removed-set.ts';
import { forEachSalientTerm, type SalientTerm, writeSalientTerms } from './salient-terms.ts';
import type { IndexSegment } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';

/**
 * Merges segments without their removed articles. This takes seconds for hundreds of thousands of articles, so the
 * generator yields after each small step.
 */
export function* mergeSegments(folder: string, parts: readonly MergePart[]): Generator<void, Renumbering> {
  const writer = new SegmentWriter(folder);
  let isWritten = false;
  try {
    const numbers = renumberDocuments(parts);
    yield;
    const terms = yield* mergeTerms(parts, numbers, writer);
    yield* mergeWords(parts, writer);
    const order = documentOrder(numbers);
    yield* mergeSalientTerms(parts, order, terms, writer);
    writer.end(mergeDocuments(parts, order, writer));
    isWritten = true;
    return numbers;
  } finally {
    if (!isWritten) writer.abandon();
  }
}

/** The new number of each article, -1 for removed ones; articles stay sorted by date. */
function renumberDocuments(parts: readonly MergePart[]): Int32Array[] {
  const numbers = parts.map(({ segment }) => new Int32Array(segment.documents).fill(-1));
  const heads = parts.map(part => nextLive(part, 0));
  for (let number = 0; ; number++) {
    let best = -1;
    let newest = -1;
    for (let part = 0; part < parts.length; part++) {
      const published = parts[part]?.segment.columns.published[heads[part] ?? END] ?? -1;
      if (published > newest) {
        newest = published;
        best = part;
      }
    }
    const part = parts[best];
    const head = heads[best] ?? 0;
    if (part === undefined) return numbers;
    (numbers[best] ?? new Int32Array())[head] = number;
    heads[best] = nextLive(part, head + 1);
  }
}

function nextLive({ segment, removed }: MergePart, from: number): number {
  let document = from;
  while (document < segment.documents && removed.has(document)) document++;
  return document;
}

function* mergeTerms(
  parts: readonly MergePart[],
  numbers: readonly Int32Array[],
  writer: SegmentWriter,
): Generator<void, Uint32Array[]> {
  const termNumbers = parts.map(({ segment }) => new Uint32Array(segment.terms.size));
  const cursorsOf = parts.map(({ segment }) => segment.cursorsInOrder());
  let postings = 0;
  for (const { key, at } of mergeKeys(parts.map(({ segment }) => segment.terms))) {
    const cursors = at.map(({ part, index }) => {
      (termNumbers[part] ?? [])[index] = writer.nextTerm;
      const { segment } = parts[part] ?? {};
      if (segment) postings += segment.articlesOf(index);
      return { cursor: cursorsOf[part]?.(index), numbers: numbers[part] ?? new Int32Array() };
    });
    const hasPositions = key[0] === WORD_KIND;
    writer.term(key, (into, bytes) => mergePostings(cursors, hasPositions, into, bytes));
    if (postings > POSTINGS_PER_STEP) {
      postings = 0;
      yield;
    }
  }
  return termNumbers;
}

function mergePostings(
  from: readonly { cursor: PostingCursor | undefined; numbers: Int32Array }[],
  hasPositions: boolean,
  postings: PostingsWriter,
  bytes: ByteWriter,
): void {
  const heads = from.flatMap(({ cursor, numbers }) => (cursor ? [{ cursor, numbers, number: 0 }] : []));
  for (const head of heads) head.number = nextKept(head);
  for (;;) {
    let lowest = heads[0];
    for (const head of heads) if (lowest === undefined || head.number < lowest.number) lowest = head;
    if (lowest === undefined || lowest.number === END) return;
    postings.add(lowest.number, lowest.cursor.impact);
    if (hasPositions) lowest.cursor.copyPositions(bytes);
    lowest.number = nextKept(lowest);
  }
}

function nextKept({ cursor, numbers }: { cursor: PostingCursor; numbers: Int32Array }): number {
  for (let document = cursor.next(); document !== END; document = cursor.next()) {
    const number = numbers[document] ?? -1;
    if (number !== -1) return number;
  }
  return END;
}

function* mergeWords(parts: readonly MergePart[], writer: SegmentWriter): Generator<void> {
  let words = 0;
  for (const { key, at } of mergeKeys(parts.map(({ segment }) => segment.words))) {
    const sum = (column: number) =>
      at.reduce((all, { part, index }) => all + (parts[part]?.segment.words.numberAt(column, index) ?? 0), 0);
    writer.word(key, sum(0), sum(1));
    if (++words % WORDS_PER_STEP === 0) yield;
  }
}

/** The original part and number of each new number. */
function documentOrder(numbers: readonly Int32Array[]): { parts: Uint8Array; documents: Uint32Array } {
  const kept = numbers.reduce((sum, each) => sum + each.filter(number => number !== -1).length, 0);
  const parts = new Uint8Array(kept);
  const documents = new Uint32Array(kept);
  for (const [part, each] of numbers.entries())
    for (const [document, number] of each.entries())
      if (number !== -1) {
        parts[number] = part;
        documents[number] = document;
      }
  return { parts, documents };
}

function* mergeSalientTerms(
  parts: readonly MergePart[],
  order: DocumentOrder,
  terms: readonly Uint32Array[],
  writer: SegmentWriter,
): Generator<void> {
  const all = parts.map(({ segment }) => segment.allSalientTerms());
  const into = writer.bytesOf('speaking');
  for (const [number, document] of order.documents.entries()) {
    const part = order.parts[number] ?? 0;
    const salient: SalientTerm[] = [];
    forEachSalientTerm(all[part] ?? NO_BYTES, document, (term, impact) =>
      salient.push({ number: terms[part]?.[term] ?? 0, impact }),
    );
    writeSalientTerms(salient, into);
    if (number % DOCUMENTS_PER_STEP === 0) yield;
  }
}

function mergeDocuments(parts: readonly MergePart[], order: DocumentOrder, writer: SegmentWriter) {
  const lists = LISTS.map(() => new ValueList());
  const renumbered = parts.map(({ segment }) =>
    LISTS.map((name, index) => segment.info[name].map(value => lists[index]?.numberOf(value) ?? 0)),
  );
  const ids = Buffer.alloc(order.documents.length * 32);
  const rows = Array.from(order.documents, (document, number) => {
    const part = order.parts[number] ?? 0;
    const [sources = [], topics = [], languages = [], countries = []] = renumbered[part] ?? [];
    const segment = parts[part]?.segment;
    segment?.allIds().copy(ids, number * 32, document * 32, document * 32 + 32);
    const columns = segment?.columns;
    const locale = columns?.locales[document] ?? 0;
    return {
      published: columns?.published[document] ?? 0,
      source: sources[columns?.sources[document] ?? 0] ?? 0,
      language: languages[locale & 0xffff] ?? 0,
      country: countries[locale >>> 16] ?? 0,
      quality: columns?.qualities[document] ?? 0,
      topics: Array.from(columns?.topicsOf(document) ?? [], topic => topics[topic] ?? 0),
    };
  });
  writer.documents(rows, ids);
  const [sources, topics, languages, countries] = lists.map(list => list.values);
  return {
    documents: rows.length,
    sources: sources ?? [],
    topics: topics ?? [],
    languages: languages ?? [],
    countries: countries ?? [],
  };
}

const LISTS = ['sources', 'topics', 'languages', 'countries'] as const;
const NO_BYTES = new Uint8Array(0);
const WORD_KIND = KIND.word.charCodeAt(0);
const POSTINGS_PER_STEP = 20_000;
const WORDS_PER_STEP = 5_000;
const DOCUMENTS_PER_STEP = 2_000;

export interface MergePart {
  readonly segment: IndexSegment;
  readonly removed: RemovedSet;
}

/** For each part, the new number of each of its articles, or -1. */
export type Renumbering = readonly Int32Array[];

interface DocumentOrder {
  readonly parts: Uint8Array;
  readonly documents: Uint32Array;
}
