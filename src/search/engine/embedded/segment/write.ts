import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { soundOf } from '../../../text/sounds.ts';
import type { SearchDocument } from '../../port.ts';
import { ByteWriter } from './bytes.ts';
import { DictionaryWriter } from './dictionary.ts';
import { type DocumentRow, ValueList, writeColumns } from './documents.ts';
import { type FileNote, FileWriter, replaceFile, sealed, syncFolder } from './files.ts';
import { PostingsWriter } from './postings.ts';
import { uuidBytes } from './uuid.ts';

/**
 * A segment is a folder that never changes once it has its name:
 *
 *   postings, positions   the articles of each term, and where in them it stands
 *   terms                 a dictionary: articles, start of postings, start of positions
 *   words                 a dictionary of words as they are written: articles, and in how many as a name
 *   sounds                a dictionary of names by how they sound: articles
 *   documents             a column for each thing that is known of articles
 *   ids                   id and story of each article, then the articles in the order of their ids
 *   speaking              for each article the terms that say most about it
 *   about.json            the lists behind the columns, and length and checksum of each file
 */
export class SegmentWriter {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #files = new Map<SegmentFile, FileWriter>();
  readonly #terms = new DictionaryWriter(3);
  readonly #words = new DictionaryWriter(2);
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

  /** Terms come in the order of their bytes; `fill` adds the articles of this one. */
  term(key: Uint8Array, fill: (postings: PostingsWriter, positions: ByteWriter) => void): void {
    const [postings, positions] = [this.bytesOf('postings'), this.bytesOf('positions')];
    const starts = [postings.position, positions.position];
    fill(this.#postings, positions);
    const { documents } = this.#postings;
    this.#postings.end(postings);
    if (documents > 0) this.#terms.add(key, documents, ...starts);
    for (const file of this.#files.values()) file.ease();
  }

  /** The number that the next term will have. */
  get nextTerm(): number {
    return this.#terms.size;
  }

  word(key: Uint8Array, articles: number, capitals: number): void {
    this.#words.add(key, articles, capitals);
    // Only names are looked for by ear, and a name that came once is more likely a slip.
    if (articles < 2 || capitals * 2 < articles) return;
    const name = Buffer.from(key.buffer, key.byteOffset, key.length).toString();
    const sound = soundOf(name);
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

  /** From here on the segment is there, whatever happens. */
  end(about: SegmentLists): SegmentAbout {
    this.#terms.end(this.bytesOf('terms'));
    this.#words.end(this.bytesOf('words'));
    const sounds = new DictionaryWriter(1);
    for (const { key, articles } of this.#sounds.sort((a, b) => a.key.compare(b.key)))
      sounds.add(key, articles);
    sounds.end(this.bytesOf('sounds'));
    const notes = [...this.#files].map(([name, file]) => [name, file.close()] as const);
    const files: Record<string, FileNote> = Object.fromEntries(notes);
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

export function writeSegment(folder: string, { terms, words, documents, speaking }: SegmentContent): void {
  const writer = new SegmentWriter(folder);
  const numbers = new Map<string, number>();
  for (const [key, text] of inOrderOfBytes(terms.keys())) {
    const { documents: list = [], impacts = [], positions = [] } = terms.get(text) ?? {};
    numbers.set(text, writer.nextTerm);
    writer.term(key, (postings, into) => {
      for (const [index, document] of list.entries()) {
        postings.add(document, impacts[index] ?? 0);
        if (positions.length > 0) writePositions(positions[index] ?? [], into);
      }
    });
  }
  for (const [key, text] of inOrderOfBytes(words.keys())) {
    const { articles = 0, capitals = 0 } = words.get(text) ?? {};
    writer.word(key, articles, capitals);
  }
  for (const impacts of speaking)
    writeSpeaking(
      impacts.map(({ term, impact }) => ({ number: numbers.get(term) ?? 0, impact })),
      writer.bytesOf('speaking'),
    );
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

/** For each article: how many, then for each its number as the distance to the one before, and its impact. */
export function writeSpeaking(terms: readonly SpeakingTerm[], into: ByteWriter): void {
  const bytes = new ByteWriter(SPEAKING_BYTES);
  const sorted = [...terms].sort((a, b) => a.number - b.number);
  let before = 0;
  for (const { number, impact } of sorted) {
    if (bytes.length > SPEAKING_BYTES - 7) break;
    bytes.varint(number - before);
    bytes.u8(impact);
    before = number;
  }
  into.u8(bytes.length);
  into.bytes(bytes.view());
  into.bytes(new Uint8Array(SPEAKING_BYTES - 1 - bytes.length));
}

function writePositions(positions: readonly number[], into: ByteWriter): void {
  into.varint(positions.length);
  let before = 0;
  for (const position of positions) {
    into.varint(position - before);
    before = position;
  }
}

/** Newest first; equals by id, so that the same articles make the same segment. */
export function newestFirst(a: SearchDocument, b: SearchDocument): number {
  return secondOf(b) - secondOf(a) || (a.id < b.id ? -1 : 1);
}

export function secondOf({ publishedAt }: Pick<SearchDocument, 'publishedAt'>): number {
  return Math.min(0xffffffff, Math.max(0, Math.floor(publishedAt.getTime() / 1_000)));
}

function inOrderOfBytes(keys: Iterable<string>): [Buffer, string][] {
  return Array.from(keys, key => [Buffer.from(key), key] as [Buffer, string]).sort((a, b) =>
    a[0].compare(b[0]),
  );
}

/** The same for each article, so that they are found by multiplying. */
export const SPEAKING_BYTES = 96;

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

export interface SpeakingTerm {
  readonly number: number;
  readonly impact: number;
}

export interface SegmentContent {
  readonly terms: Map<string, { documents: number[]; impacts: number[]; positions: number[][] }>;
  readonly words: Map<string, { articles: number; capitals: number }>;
  readonly documents: readonly SearchDocument[];
  readonly speaking: readonly (readonly { readonly term: string; readonly impact: number }[])[];
}

export interface SegmentLists {
  readonly documents: number;
  readonly sources: readonly string[];
  readonly topics: readonly string[];
  readonly languages: readonly string[];
  readonly countries: readonly string[];
}

export interface SegmentAbout extends SegmentLists {
  readonly files: Readonly<Record<string, FileNote>>;
}
