import { join } from 'node:path';
import { type DenseCursor, DenseTerms } from './dense-postings.ts';
import { Dictionary } from './dictionary.ts';
import { DocumentColumns } from './document-columns.ts';
import { FileWindow } from './file-window.ts';
import { FileReader, isIntact, readText, unsealed } from './files.ts';
import { PostingCursor } from './posting-cursor.ts';
import { loadSegment, type SegmentMemory } from './segment-memory.ts';
import { SEGMENT_FILES, type SegmentAbout } from './segment-writer.ts';
import { uuidBytes, uuidOf } from './uuid.ts';

/** A segment opened for reading: in memory but for its positions, which are read where they are needed. */
export class Segment {
  readonly name: string;
  readonly about: SegmentAbout;
  readonly memory: SegmentMemory;
  readonly terms: Dictionary;
  readonly words: Dictionary;
  readonly sounds: Dictionary;
  readonly columns: DocumentColumns;
  /** As facet-records.ts lays them out. */
  readonly facets: Uint32Array;
  readonly #dense: DenseTerms;
  readonly #postings: Uint8Array;
  readonly #ids: Buffer;
  readonly #speaking: Buffer;
  readonly #positions: FileReader;

  constructor(folder: string, name: string, memory: SegmentMemory = loadSegment(folder, name)) {
    this.name = name;
    const about = aboutOf(folder, name);
    if (about === undefined) throw new TypeError(`the segment ${name} is damaged`);
    this.about = about;
    this.memory = memory;
    this.terms = new Dictionary(Buffer.from(memory.terms), 0, memory.termSlots);
    this.words = new Dictionary(Buffer.from(memory.words), 0, memory.wordSlots);
    this.sounds = new Dictionary(Buffer.from(memory.sounds));
    this.columns = new DocumentColumns(Buffer.from(memory.documents));
    this.facets = new Uint32Array(memory.facets);
    this.#dense = new DenseTerms(memory.dense, about.documents);
    this.#postings = new Uint8Array(memory.postings);
    this.#ids = Buffer.from(memory.ids);
    this.#speaking = Buffer.from(memory.speaking);
    this.#positions = new FileReader(join(folder, name, 'positions'));
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

  /** For whoever asks for no positions. */
  lookUp(termNumber: number): DenseCursor | PostingCursor {
    return this.#dense.cursor(termNumber) ?? this.cursor(termNumber);
  }

  cursor(termNumber: number): PostingCursor {
    const start = this.terms.numberAt(1, termNumber);
    return new PostingCursor(this.#postings, start, () => {
      const place = this.#positionsOf(termNumber);
      return { ...place, window: new FileWindow(this.#positions, POSITIONS_AHEAD), readable: place.end };
    });
  }

  /** For whoever goes through all terms in their order. */
  cursorsInOrder(): (termNumber: number) => PostingCursor {
    const window = new FileWindow(this.#positions, ALL_POSITIONS_AHEAD);
    const readable = this.about.files['positions']?.bytes ?? 0;
    return termNumber =>
      new PostingCursor(this.#postings, this.terms.numberAt(1, termNumber), () => ({
        ...this.#positionsOf(termNumber),
        window,
        readable,
      }));
  }

  #positionsOf(termNumber: number): { start: number; end: number } {
    const isLast = termNumber + 1 === this.terms.size;
    const end = isLast ? (this.about.files['positions']?.bytes ?? 0) : this.terms.numberAt(2, termNumber + 1);
    return { start: this.terms.numberAt(2, termNumber), end };
  }

  idOf(document: number): { id: string; storyId: string | null } {
    const at = document * 32;
    return { id: uuidOf(this.#ids, at) ?? '', storyId: uuidOf(this.#ids, at + 16) };
  }

  /** Of all articles, 32 bytes each. */
  allIds(): Buffer {
    return this.#ids;
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
    return this.#ids.readUInt32LE(this.documents * 32 + index * 4);
  }

  idBytesOf(document: number): Buffer {
    return this.#ids.subarray(document * 32, document * 32 + 16);
  }

  /** Of all articles, one behind the other. */
  allSpeaking(): Buffer {
    return this.#speaking;
  }

  close(): void {
    this.#positions.close();
  }
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

const POSITIONS_AHEAD = 1 << 14;
const ALL_POSITIONS_AHEAD = 1 << 20;
