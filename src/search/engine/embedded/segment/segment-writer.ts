import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ValueList } from '../../../../lib/value-list.ts';
import { phoneticKey } from '../../../analysis/phonetics.ts';
import type { SearchDocument } from '../../../search-document.ts';
import { secondOf } from '../../../search-document.ts';
import type { ByteWriter } from './bytes.ts';
import { SortedDictionaryWriter } from './dictionary.ts';
import { type DocumentRow, writeColumns } from './document-columns.ts';
import { type FileDigest, FileWriter, replaceFile, sealed, syncFolder } from './files.ts';
import type { PostingBuffer } from './posting-buffer.ts';
import { PostingsWriter } from './postings.ts';
import type { SalientTerms } from './salient-terms.ts';
import { uuidBytes } from './uuid.ts';

/**
 * A segment is a folder that is immutable once it has its final name:
 *
 *   postings, positions   the articles of each term, and its positions in them
 *   terms                 a dictionary: articles, start of postings, start of positions
 *   words                 a dictionary of words as written: articles, and the number that contain it as a name
 *   sounds                a dictionary of phonetic keys with their names: articles
 *   documents             columns of article metadata
 *   ids                   id and story of each article, then the articles in the order of their ids
 *   speaking              the salient terms of each article
 *   about.json            the lists behind the columns, and length and checksum of each file
 */
export class SegmentWriter {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #files = new Map<SegmentFile, FileWriter>();
  readonly #terms = new SortedDictionaryWriter(3);
  readonly #words = new SortedDictionaryWriter(2);
  readonly #sounds: { readonly key: Buffer; readonly articles: number }[] = [];
  readonly #postings: PostingsWriter;

  constructor(folder: string) {
    this.#folder = folder;
    this.#temporary = join(dirname(folder), `new-${basename(folder)}`);
    rmSync(this.#temporary, { recursive: true, force: true });
    mkdirSync(this.#temporary, { recursive: true });
    for (const name of SEGMENT_FILES) this.#files.set(name, new FileWriter(join(this.#temporary, name)));
    this.#postings = new PostingsWriter(this.bytesOf('positions'));
  }

  bytesOf(name: SegmentFile): ByteWriter {
    const file = this.#files.get(name);
    if (file === undefined) throw new TypeError(`a segment has no file ${name}`);
    return file.bytes;
  }

  /** Terms have to arrive in byte order; `fill` adds their articles. */
  term(key: Uint8Array | string, fill: (postings: PostingsWriter, positions: ByteWriter) => void): void {
    const [postings, positions] = [this.bytesOf('postings'), this.bytesOf('positions')];
    const starts = [postings.position, positions.position];
    fill(this.#postings, positions);
    const { documents } = this.#postings;
    this.#postings.end(postings);
    if (documents > 0) this.#terms.add(key, documents, ...starts);
    if (this.#terms.size % TERMS_BETWEEN_DRAINS === 0)
      for (const file of this.#files.values()) file.drainWhenLarge();
  }

  /** The number of the next term. */
  get nextTerm(): number {
    return this.#terms.size;
  }

  word(key: Uint8Array | string, articles: number, capitals: number): void {
    this.#words.add(key, articles, capitals);
    // Phonetic search is for names, and a name that occurs once is probably misspelled.
    if (articles < 2 || capitals * 2 < articles) return;
    const name = typeof key === 'string' ? key : Buffer.from(key).toString();
    const sound = phoneticKey(name);
    if (sound !== '') this.#sounds.push({ key: Buffer.from(`${sound} ${name}`), articles });
  }

  documents(rows: readonly DocumentRow[], ids: Buffer): void {
    writeColumns(rows, this.bytesOf('documents'));
    const into = this.bytesOf('ids');
    into.bytes(ids);
    const order = Uint32Array.from({ length: rows.length }, (_, number) => number);
    const idAt = (number: number) => ids.subarray(number * 32, number * 32 + 16);
    order.sort((a, b) => idAt(a).compare(idAt(b)));
    for (const number of order) into.u32(number);
  }

  /** After this, the segment exists durably. */
  end(about: SegmentLists): SegmentInfo {
    this.#terms.end(this.bytesOf('terms'));
    this.#words.end(this.bytesOf('words'));
    const sounds = new SortedDictionaryWriter(1);
    for (const { key, articles } of this.#sounds.sort((a, b) => a.key.compare(b.key)))
      sounds.add(key, articles);
    sounds.end(this.bytesOf('sounds'));
    const notes = [...this.#files].map(([name, file]) => [name, file.close()] as const);
    const files: Record<string, FileDigest> = Object.fromEntries(notes);
    const whole = { ...about, files };
    replaceFile(join(this.#temporary, 'about.json'), sealed(whole));
    syncFolder(this.#temporary);
    rmSync(this.#folder, { recursive: true, force: true });
    renameSync(this.#temporary, this.#folder);
    syncFolder(dirname(this.#folder));
    return whole;
  }

  abandon(): void {
    for (const file of this.#files.values()) file.abandon();
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

export function writeSegment(folder: string, content: SegmentContent): void {
  const { keys, postings: gathered, words, documents, salient: speaking } = content;
  const writer = new SegmentWriter(folder);
  const { order, starts } = gathered.sortByTerm(keys.length);
  const ranks = new Int32Array(keys.length);
  const positions = new Int32Array(MAX_POSITIONS);
  for (const term of byteOrder(keys)) {
    ranks[term] = writer.nextTerm;
    writer.term(keys[term] ?? '', (postings, into) => {
      for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
        const posting = order[at] ?? 0;
        postings.add(gathered.documents[posting] ?? 0, gathered.impacts[posting] ?? 0);
        const count = gathered.readPositions(posting, positions);
        if (count > 0) writePositions(positions, count, into);
      }
    });
  }
  for (const word of byteOrder(words.map(({ key }) => key))) {
    const { key = '', articles = 0, capitals = 0 } = words[word] ?? {};
    writer.word(key, articles, capitals);
  }
  const counts = ranks.map((_, term) => (starts[term + 1] ?? 0) - (starts[term] ?? 0));
  speaking.write(gathered, ranks, counts, writer.bytesOf('speaking'));
  writer.end(writeDocuments(documents, writer));
}

function writeDocuments(documents: readonly SearchDocument[], writer: SegmentWriter): SegmentLists {
  const lists = {
    sources: new ValueList(),
    topics: new ValueList(),
    languages: new ValueList(),
    countries: new ValueList(),
  };
  const ids = Buffer.alloc(documents.length * 32);
  const rows = documents.map((document, number) => {
    uuidBytes(document.id, ids, number * 32);
    uuidBytes(document.storyId, ids, number * 32 + 16);
    return {
      published: secondOf(document),
      source: lists.sources.numberOf(document.sourceId),
      language: lists.languages.numberOf(document.language ?? ''),
      country: lists.countries.numberOf(document.country ?? ''),
      quality: Math.round(Math.min(1, Math.max(0, document.quality)) * 255),
      topics: [...new Set(document.topics)].slice(0, 32).map(topic => lists.topics.numberOf(topic)),
    };
  });
  writer.documents(rows, ids);
  return {
    documents: documents.length,
    sources: lists.sources.values,
    topics: lists.topics.values,
    languages: lists.languages.values,
    countries: lists.countries.values,
  };
}

/** The number of positions, then the distance of each to the previous one. */
function writePositions(positions: Int32Array, count: number, into: ByteWriter): void {
  into.varint(count);
  let before = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i] ?? 0;
    into.varint(position - before);
    before = position;
  }
}

/** Newest first; ties are resolved by id, so that the same articles produce the same segment. */
export function newestFirst(a: SearchDocument, b: SearchDocument): number {
  return secondOf(b) - secondOf(a) || (a.id < b.id ? -1 : 1);
}

/**
 * The indexes of keys in the byte order of their UTF-8. JavaScript's string order is identical and many times faster,
 * except for keys with surrogate pairs.
 */
function byteOrder(keys: readonly string[]): Uint32Array {
  const order = Uint32Array.from(keys, (_, index) => index);
  if (keys.some(key => SURROGATE.test(key))) {
    const bytes = keys.map(key => Buffer.from(key));
    return order.sort((a, b) => Buffer.compare(bytes[a] ?? NO_BYTES, bytes[b] ?? NO_BYTES));
  }
  const indexes = new Map(keys.map((key, index) => [key, index]));
  for (const [at, key] of [...keys].sort().entries()) order[at] = indexes.get(key) ?? 0;
  return order;
}

const TERMS_BETWEEN_DRAINS = 64;
const SURROGATE = /[\ud800-\udfff]/;
const NO_BYTES = Buffer.alloc(0);
const MAX_POSITIONS = 1_024;

export const SEGMENT_FILES = [
  'postings',
  'positions',
  'terms',
  'words',
  'sounds',
  'documents',
  'ids',
  'speaking',
] as const;

export type SegmentFile = (typeof SEGMENT_FILES)[number];

export interface SegmentContent {
  /** The terms, by their number in `postings`. */
  readonly keys: readonly string[];
  readonly postings: PostingBuffer;
  readonly words: readonly { readonly key: string; readonly articles: number; readonly capitals: number }[];
  readonly documents: readonly SearchDocument[];
  readonly salient: SalientTerms;
}

export interface SegmentLists {
  readonly documents: number;
  readonly sources: readonly string[];
  readonly topics: readonly string[];
  readonly languages: readonly string[];
  readonly countries: readonly string[];
}

export interface SegmentInfo extends SegmentLists {
  readonly files: Readonly<Record<string, FileDigest>>;
}
