import { ByteReader, ByteWriter } from './bytes.ts';
import type { PositionsPlace } from './positions.ts';

/**
 * The articles of one term, in ascending order, in blocks of 128:
 *
 *   blocks   varint
 *   headers  for each block: last document u32, end of its data u32, start of its positions u32, highest impact u8,
 *            bits for each distance u8, documents - 1 u8
 *   data     for each block: distances to the document before (packed to `bits` each), impacts (a byte each)
 *
 * Headers come first so that blocks are passed over without being unpacked. Positions are a section of their own:
 * for each document their number and the distances between them, as varints.
 */
export class PostingsWriter {
  readonly #headers = new ByteWriter(64);
  readonly #data = new ByteWriter(256);
  readonly #documents = new Uint32Array(BLOCK);
  readonly #impacts = new Uint8Array(BLOCK);
  readonly #positions: ByteWriter;
  #positionsStart: number;
  #blockPositions: number;
  #filled = 0;
  #last = -1;
  #blocks = 0;
  documents = 0;

  constructor(positions: ByteWriter) {
    this.#positions = positions;
    this.#positionsStart = positions.position;
    this.#blockPositions = positions.position;
  }

  /** The positions of this document have to be written right after it was added. */
  add(document: number, impact: number): void {
    if (this.#filled === BLOCK) this.#endBlock();
    this.#documents[this.#filled] = document;
    this.#impacts[this.#filled++] = impact;
    this.documents++;
  }

  /** Writes the term and begins the next one. */
  end(into: ByteWriter): void {
    this.#endBlock();
    into.varint(this.#blocks);
    into.append(this.#headers);
    into.append(this.#data);
    this.#headers.length = 0;
    this.#data.length = 0;
    this.#blocks = 0;
    this.#last = -1;
    this.documents = 0;
    this.#positionsStart = this.#positions.position;
    this.#blockPositions = this.#positions.position;
  }

  #endBlock(): void {
    if (this.#filled === 0) return;
    let widest = 0;
    let highest = 0;
    for (let i = 0, before = this.#last; i < this.#filled; i++) {
      const document = this.#documents[i] ?? 0;
      widest |= document - before - 1;
      highest = Math.max(highest, this.#impacts[i] ?? 0);
      before = document;
    }
    const bits = 32 - Math.clz32(widest);
    this.#pack(bits);
    this.#data.bytes(this.#impacts.subarray(0, this.#filled));
    this.#last = this.#documents[this.#filled - 1] ?? 0;
    this.#headers.u32(this.#last);
    this.#headers.u32(this.#data.length);
    this.#headers.u32(this.#blockPositions - this.#positionsStart);
    this.#headers.u8(highest);
    this.#headers.u8(bits);
    this.#headers.u8(this.#filled - 1);
    this.#blocks++;
    this.#filled = 0;
    this.#blockPositions = this.#positions.position;
  }

  #pack(bits: number): void {
    let held = 0;
    let heldBits = 0;
    let before = this.#last;
    for (let i = 0; i < this.#filled; i++) {
      const document = this.#documents[i] ?? 0;
      let distance = document - before - 1;
      before = document;
      // Eight bits at a time, so that nothing is shifted beyond 32.
      for (let left = bits; left > 0; ) {
        const taken = Math.min(left, 8 - heldBits);
        held |= (distance & ((1 << taken) - 1)) << heldBits;
        distance >>>= taken;
        heldBits += taken;
        left -= taken;
        if (heldBits === 8) {
          this.#data.u8(held);
          held = 0;
          heldBits = 0;
        }
      }
    }
    if (heldBits > 0) this.#data.u8(held);
  }
}

/** Walks over the articles of a term in one segment. */
export class PostingCursor {
  readonly #bytes: Uint8Array;
  readonly #blocks: number;
  readonly #headers: number;
  readonly #data: number;
  readonly #documents = new Int32Array(BLOCK + 1).fill(END);
  readonly #positionsPlace: () => PositionsPlace;
  #block = -1;
  #last = -1;
  #at = 0;
  #count = 0;
  #impacts = 0;
  #positions: ByteReader | null = null;
  #place: PositionsPlace | null = null;
  #positionsBlock = -1;
  #positionsAt = 0;
  /** -1 before the first, END behind the last. */
  document = -1;

  /** `bytes` are the postings of all terms; those of this one begin at `start`. */
  constructor(bytes: Uint8Array, start: number, positionsPlace: () => PositionsPlace) {
    const reader = new ByteReader(bytes, start);
    this.#bytes = bytes;
    this.#blocks = reader.varint();
    this.#headers = reader.at;
    this.#data = reader.at + this.#blocks * HEADER;
    this.#positionsPlace = positionsPlace;
  }

  get impact(): number {
    return this.#bytes[this.#impacts + this.#at] ?? 0;
  }

  /** The first document at or behind this one. Never goes back. */
  seek(target: number): number {
    if (this.document >= target) return this.document;
    if (this.#last < target && !this.#enterBlockOf(target)) {
      this.document = END;
      return END;
    }
    const documents = this.#documents;
    let at = this.#at;
    while ((documents[at] ?? END) < target) at++;
    this.#at = at;
    this.document = documents[at] ?? END;
    return this.document;
  }

  next(): number {
    return this.document === END ? END : this.seek(this.document + 1);
  }

  /**
   * The highest impact that any document from `from` to before `to` can have, from the headers alone; only blocks
   * that the cursor has not passed are looked at.
   */
  boundIn(from: number, to: number): number {
    let highest = 0;
    for (let block = this.#blockOf(from); block < this.#blocks; block++) {
      const impact = this.#bytes[this.#headers + block * HEADER + 12] ?? 0;
      if (impact > highest) highest = impact;
      if (this.#lastOf(block) >= to - 1) break;
    }
    return highest;
  }

  /** The last document of the block in which `target` would be: as far as its bound holds. */
  blockEnd(target: number): number {
    const block = this.#blockOf(target);
    return block < this.#blocks ? this.#lastOf(block) : END;
  }

  /** Adds impact times factor to the place of each document from `from` to before `to`, and stands behind them. */
  accumulate(from: number, to: number, factor: number, { scores, marks }: Window): void {
    const bytes = this.#bytes;
    const documents = this.#documents;
    for (let document = this.seek(from); document < to; ) {
      let at = this.#at;
      const impacts = this.#impacts;
      for (; document < to; document = documents[++at] ?? END) {
        const place = document - from;
        scores[place] = (scores[place] ?? 0) + (bytes[impacts + at] ?? 0) * factor;
        marks[place >>> 5] = (marks[place >>> 5] ?? 0) | (1 << (place & 31));
      }
      if (document !== END) {
        this.#at = at;
        this.document = document;
        return;
      }
      document = this.seek(this.#last + 1);
    }
  }

  /** Positions of the current document; `into` is filled, their number returned. */
  positions(into: Int32Array): number {
    const reader = this.#positionsHere();
    const count = reader.varint();
    let position = 0;
    for (let i = 0; i < count; i++) {
      position += reader.varint();
      if (i < into.length) into[i] = position;
    }
    return Math.min(count, into.length);
  }

  /** Positions of the current document, as they are written. */
  copyPositions(into: ByteWriter): void {
    const reader = this.#positionsHere();
    const count = reader.varint();
    into.varint(count);
    reader.copyVarints(count, into);
  }

  /** A reader that stands before the positions of the current document; each can be read once. */
  #positionsHere(): ByteReader {
    let reader = this.#positions;
    if (reader === null || this.#positionsBlock !== this.#block) {
      this.#place ??= this.#positionsPlace();
      const { window, start, end, readable } = this.#place;
      const header = this.#headers + this.#block * HEADER + 8;
      const isLast = this.#block + 1 === this.#blocks;
      const to = isLast ? end : start + u32At(this.#bytes, header + HEADER);
      const at = window.place(start + u32At(this.#bytes, header), to, readable);
      reader = new ByteReader(window.bytes, at);
      this.#positions = reader;
      this.#positionsBlock = this.#block;
      this.#positionsAt = 0;
    }
    for (; this.#positionsAt < this.#at; this.#positionsAt++) reader.skipVarints(reader.varint());
    this.#positionsAt++;
    return reader;
  }

  #lastOf(block: number): number {
    return u32At(this.#bytes, this.#headers + block * HEADER);
  }

  /** The block in which `target` would be, from the current one on. */
  #blockOf(target: number): number {
    let block = this.#block < 0 ? 0 : this.#block;
    while (block < this.#blocks && this.#lastOf(block) < target) block++;
    return block;
  }

  #enterBlockOf(target: number): boolean {
    this.#block = this.#blockOf(target);
    if (this.#block === this.#blocks) return false;
    this.#unpack();
    return true;
  }

  #unpack(): void {
    const block = this.#block;
    const header = this.#headers + block * HEADER;
    const bytes = this.#bytes;
    const bits = bytes[header + 13] ?? 0;
    const count = (bytes[header + 14] ?? 0) + 1;
    const documents = this.#documents;
    let at = this.#data + (block === 0 ? 0 : u32At(bytes, header - HEADER + 4));
    let document = block === 0 ? -1 : this.#lastOf(block - 1);
    if (bits > 24) throw new RangeError('a segment holds fewer than 2^24 documents');
    const mask = (1 << bits) - 1;
    let held = 0;
    let heldBits = 0;
    for (let i = 0; i < count; i++) {
      while (heldBits < bits) {
        held |= (bytes[at++] ?? 0) << heldBits;
        heldBits += 8;
      }
      document += (held & mask) + 1;
      held >>>= bits;
      heldBits -= bits;
      documents[i] = document;
    }
    for (let i = count; i < this.#count; i++) documents[i] = END;
    this.#last = document;
    this.#impacts = at;
    this.#count = count;
    this.#at = 0;
  }
}

function u32At(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

export const BLOCK = 128;
const HEADER = 15;

/** The scores of a stretch of articles, and a bit for each that has one. */
export interface Window {
  readonly scores: Float32Array;
  readonly marks: Int32Array;
}

/** Behind every document. */
export const END = 0x7fffffff;
