import { join } from 'node:path';
import { type DenseCursor, DensePostings } from './dense-postings.ts';
import { SortedDictionary } from './dictionary.ts';
import { DocumentColumns } from './document-columns.ts';
import { FileWindow } from './file-window.ts';
import { FileReader, isFileIntact, readText, unsealed } from './files.ts';
import { PostingCursor } from './posting-cursor.ts';
import { loadSegment, type SegmentMemory } from './segment-memory.ts';
import { SEGMENT_FILES, type SegmentInfo } from './segment-writer.ts';
import { uuidBytes, uuidOf } from './uuid.ts';

/** An open segment: in memory except for its positions, which are read on demand. */
export class IndexSegment {
  readonly name: string;
  readonly info: SegmentInfo;
  readonly memory: SegmentMemory;
  readonly terms: SortedDictionary;
  readonly words: SortedDictionary;
  readonly sounds: SortedDictionary;
  readonly columns: DocumentColumns;
  /** In the layout of facet-records.ts. */
  readonly facets: Uint32Array;
  readonly #dense: DensePostings;
  readonly #postings: Uint8Array;
  readonly #ids: Buffer;
  readonly #salient: Buffer;
  readonly #positions: FileReader;

  constructor(folder: string, name: string, memory: SegmentMemory = loadSegment(folder, name)) {
    this.name = name;
    const info = readInfo(folder, name);
    if (info === undefined) throw new TypeError(`the segment ${name} is damaged`);
    this.info = info;
    this.memory = memory;
    this.terms = new SortedDictionary(Buffer.from(memory.terms), 0, memory.termSlots);
    this.words = new SortedDictionary(Buffer.from(memory.words), 0, memory.wordSlots);
    this.sounds = new SortedDictionary(Buffer.from(memory.sounds));
    this.columns = new DocumentColumns(Buffer.from(memory.documents));
    this.facets = new Uint32Array(memory.facets);
    this.#dense = new DensePostings(memory.dense, info.documents);
    this.#postings = new Uint8Array(memory.postings);
    this.#ids = Buffer.from(memory.ids);
    this.#salient = Buffer.from(memory.speaking);
    this.#positions = new FileReader(join(folder, name, 'positions'));
  }

  get documents(): number {
    return this.info.documents;
  }

  /** -1 when no article contains it. */
  termNumber(term: string): number {
    return this.terms.find(Buffer.from(term));
  }

  articlesOf(termNumber: number): number {
    return this.terms.numberAt(0, termNumber);
  }

  /** For callers that need no positions. */
  cursor(termNumber: number): DenseCursor | PostingCursor {
    return this.#dense.cursor(termNumber) ?? this.postingCursor(termNumber);
  }

  postingCursor(termNumber: number): PostingCursor {
    const start = this.terms.numberAt(1, termNumber);
    return new PostingCursor(this.#postings, start, () => {
      const range = this.#positionsOf(termNumber);
      return { ...range, window: new FileWindow(this.#positions, POSITIONS_AHEAD), readable: range.end };
    });
  }

  /** For callers that read all terms in order. */
  cursorsInOrder(): (termNumber: number) => PostingCursor {
    const window = new FileWindow(this.#positions, ALL_POSITIONS_AHEAD);
    const readable = this.info.files['positions']?.bytes ?? 0;
    return termNumber =>
      new PostingCursor(this.#postings, this.terms.numberAt(1, termNumber), () => ({
        ...this.#positionsOf(termNumber),
        window,
        readable,
      }));
  }

  #positionsOf(termNumber: number): { start: number; end: number } {
    const isLast = termNumber + 1 === this.terms.size;
    const end = isLast ? (this.info.files['positions']?.bytes ?? 0) : this.terms.numberAt(2, termNumber + 1);
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

  /** -1 when it is absent. Ids ascend with time, so most lookups end at the highest id of the segment. */
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

  /** The article at this index in the order of ids. */
  documentAt(index: number): number {
    return this.#ids.readUInt32LE(this.documents * 32 + index * 4);
  }

  idBytesOf(document: number): Buffer {
    return this.#ids.subarray(document * 32, document * 32 + 16);
  }

  /** Of all articles, concatenated. */
  allSalientTerms(): Buffer {
    return this.#salient;
  }

  close(): void {
    this.#positions.close();
  }
}

/** False when a file is missing or damaged. */
export function isSegmentIntact(folder: string, name: string): boolean {
  const about = readInfo(folder, name);
  return SEGMENT_FILES.every(file => {
    const note = about?.files[file];
    return note !== undefined && isFileIntact(join(folder, name, file), note);
  });
}

/** The checksum guarantees that this is what `SegmentWriter` wrote. */
function readInfo(folder: string, name: string): SegmentInfo | undefined {
  const text = readText(join(folder, name, 'about.json'));
  return text === null ? undefined : (unsealed(text) as SegmentInfo | undefined);
}

const POSITIONS_AHEAD = 1 << 14;
const ALL_POSITIONS_AHEAD = 1 << 20;
