import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteReader } from './bytes.ts';
import { Dictionary } from './dictionary.ts';
import { DocumentColumns } from './documents.ts';
import { FileReader, isIntact, readText, unsealed } from './files.ts';
import { PostingCursor } from './postings.ts';
import { uuidBytes, uuidOf } from './uuid.ts';
import { SEGMENT_FILES, type SegmentAbout, SPEAKING_BYTES, type SpeakingTerm } from './write.ts';

/**
 * A segment opened for reading. Dictionaries and columns are held in memory; postings, positions and ids are read
 * where they are needed.
 */
export class Segment {
  readonly name: string;
  readonly about: SegmentAbout;
  readonly terms: Dictionary;
  readonly words: Dictionary;
  readonly sounds: Dictionary;
  readonly columns: DocumentColumns;
  readonly #postings: FileReader;
  readonly #positions: FileReader;
  readonly #ids: FileReader;
  readonly #speaking: FileReader;
  #idOrder: Buffer | null = null;
  #idBytes: Buffer | null = null;

  constructor(folder: string, name: string) {
    const path = (file: string) => join(folder, name, file);
    this.name = name;
    const about = aboutOf(folder, name);
    if (about === undefined) throw new TypeError(`the segment ${name} is damaged`);
    this.about = about;
    this.terms = new Dictionary(readFileSync(path('terms')));
    this.words = new Dictionary(readFileSync(path('words')));
    this.sounds = new Dictionary(readFileSync(path('sounds')));
    this.columns = new DocumentColumns(readFileSync(path('documents')));
    this.#postings = new FileReader(path('postings'));
    this.#positions = new FileReader(path('positions'));
    this.#ids = new FileReader(path('ids'));
    this.#speaking = new FileReader(path('speaking'));
  }

  get documents(): number {
    return this.about.documents;
  }

  /** -1 when no article has it. */
  termNumber(term: string): number {
    return this.terms.find(Buffer.from(term));
  }

  articlesOf(termNumber: number): number {
    return this.terms.numberAt(0, termNumber);
  }

  cursor(termNumber: number): PostingCursor {
    const start = this.terms.numberAt(1, termNumber);
    const positions = this.terms.numberAt(2, termNumber);
    const end = this.#endOf(1, termNumber, 'postings');
    return new PostingCursor(this.#postings.read(start, end - start), (from, to) => {
      const until = to === null ? this.#endOf(2, termNumber, 'positions') : positions + to;
      return this.#positions.read(positions + from, until - positions - from);
    });
  }

  #endOf(column: number, termNumber: number, file: 'postings' | 'positions'): number {
    const isLast = termNumber + 1 === this.terms.size;
    return isLast ? (this.about.files[file]?.bytes ?? 0) : this.terms.numberAt(column, termNumber + 1);
  }

  idOf(document: number): { id: string; storyId: string | null } {
    const bytes = this.#ids.read(document * 32, 32);
    return { id: uuidOf(bytes) ?? '', storyId: uuidOf(bytes.subarray(16)) };
  }

  /** Of all articles, 32 bytes each. */
  allIds(): Buffer {
    this.#idBytes ??= this.#ids.read(0, this.documents * 32);
    return this.#idBytes;
  }

  /** -1 when it is not here. Ids go with time, so most are beyond what a segment holds. */
  find(id: string): number {
    const key = Buffer.alloc(16);
    uuidBytes(id, key, 0);
    if (this.documents === 0 || key.compare(this.idBytesOf(this.documentAt(this.documents - 1))) > 0)
      return -1;
    const index = this.firstIdFrom(key);
    if (index === this.documents) return -1;
    const document = this.documentAt(index);
    return this.idBytesOf(document).equals(key) ? document : -1;
  }

  firstIdFrom(key: Buffer): number {
    let [low, high] = [0, this.documents];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.idBytesOf(this.documentAt(middle)).compare(key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The article whose id is at this place in the order of ids. */
  documentAt(index: number): number {
    this.#idOrder ??= this.#ids.read(this.documents * 32, this.documents * 4);
    return this.#idOrder.readUInt32LE(index * 4);
  }

  idBytesOf(document: number): Buffer {
    return this.allIds().subarray(document * 32, document * 32 + 16);
  }

  speakingTermsOf(document: number): SpeakingTerm[] {
    const bytes = this.#speaking.read(document * SPEAKING_BYTES, SPEAKING_BYTES);
    return speakingTermsIn(bytes);
  }

  /** Of all articles, one behind the other. */
  allSpeaking(): Buffer {
    return this.#speaking.read(0, this.documents * SPEAKING_BYTES);
  }

  close(): void {
    for (const file of [this.#postings, this.#positions, this.#ids, this.#speaking]) file.close();
  }
}

export function speakingTermsIn(bytes: Uint8Array): SpeakingTerm[] {
  const reader = new ByteReader(bytes, 1);
  const end = 1 + (bytes[0] ?? 0);
  const terms: SpeakingTerm[] = [];
  for (let number = 0; reader.at < end; ) {
    number += reader.varint();
    terms.push({ number, impact: reader.u8() });
  }
  return terms;
}

/** False when anything is missing or not as it was written. */
export function isSegmentIntact(folder: string, name: string): boolean {
  const about = aboutOf(folder, name);
  return SEGMENT_FILES.every(file => {
    const note = about?.files[file];
    return note !== undefined && isIntact(join(folder, name, file), note);
  });
}

/** Its seal says that it is what `writeSegment` wrote. */
function aboutOf(folder: string, name: string): SegmentAbout | undefined {
  const text = readText(join(folder, name, 'about.json'));
  return text === null ? undefined : (unsealed(text) as SegmentAbout | undefined);
}
