import { ByteReader, ByteWriter } from './bytes.ts';

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
    into.bytes(this.#headers.view());
    into.bytes(this.#data.view());
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
  readonly #bytes: Buffer;
  readonly #blocks: number;
  readonly #headers: number;
  readonly #data: number;
  readonly #documents = new Int32Array(BLOCK);
  readonly #readPositions: ReadPositions | null;
  #block = -1;
  #unpacked = -1;
  #at = 0;
  #count = 0;
  #impacts = 0;
  #positionsReader: ByteReader | null = null;
  #positionsBlock = -1;
  #positionsAt = 0;
  /** -1 before the first, END behind the last. */
  document = -1;

  constructor(bytes: Buffer, readPositions: ReadPositions | null = null) {
    const reader = new ByteReader(bytes);
    this.#bytes = bytes;
    this.#blocks = reader.varint();
    this.#headers = reader.at;
    this.#data = reader.at + this.#blocks * HEADER;
    this.#readPositions = readPositions;
  }

  get impact(): number {
    return this.#bytes[this.#impacts + this.#at] ?? 0;
  }

  /** The first document at or behind this one. Never goes back. */
  seek(target: number): number {
    if (this.document >= target) return this.document;
    if (this.#block < 0 || this.#lastOf(this.#block) < target) {
      if (!this.#passBlocks(target)) {
        this.document = END;
        return END;
      }
      this.#unpack();
    } else if (this.#unpacked !== this.#block) this.#unpack();
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
    let block = Math.max(this.#block, 0);
    while (block < this.#blocks && this.#lastOf(block) < from) block++;
    let highest = 0;
    for (; block < this.#blocks; block++) {
      highest = Math.max(highest, this.#bytes[this.#headers + block * HEADER + 12] ?? 0);
      if (this.#lastOf(block) >= to - 1) break;
    }
    return highest;
  }

  /** The last document of the block in which `target` would be: as far as its bound holds. */
  blockEnd(target: number): number {
    let block = Math.max(this.#block, 0);
    while (block < this.#blocks && this.#lastOf(block) < target) block++;
    return block < this.#blocks ? this.#lastOf(block) : END;
  }

  /** Adds impact times factor to the place of each document from `from` to before `to`, and stands behind them. */
  accumulate(from: number, to: number, factor: number, scores: Float32Array): void {
    const bytes = this.#bytes;
    for (let document = this.seek(from); document < to; document = this.seek(document + 1)) {
      const documents = this.#documents;
      const impacts = this.#impacts;
      let at = this.#at;
      for (; at < this.#count && document < to; document = documents[++at] ?? END)
        scores[document - from] = (scores[document - from] ?? 0) + (bytes[impacts + at] ?? 0) * factor;
      if (at < this.#count) {
        this.#at = at;
        this.document = document;
        return;
      }
      this.#at = at - 1;
      this.document = documents[at - 1] ?? END;
      document = this.document;
    }
  }

  /** Positions of the current document; `into` is filled, their number returned. */
  positions(into: Int32Array): number {
    if (this.#readPositions === null) return 0;
    if (this.#positionsReader === null || this.#positionsBlock !== this.#block) {
      const header = this.#headers + this.#block * HEADER + 8;
      const isLast = this.#block + 1 === this.#blocks;
      const to = isLast ? null : this.#bytes.readUInt32LE(header + HEADER);
      this.#positionsReader = new ByteReader(this.#readPositions(this.#bytes.readUInt32LE(header), to));
      this.#positionsBlock = this.#block;
      this.#positionsAt = 0;
    }
    const reader = this.#positionsReader;
    for (; this.#positionsAt < this.#at; this.#positionsAt++) reader.skipVarints(reader.varint());
    const count = reader.varint();
    let position = 0;
    for (let i = 0; i < count; i++) {
      position += reader.varint();
      if (i < into.length) into[i] = position;
    }
    this.#positionsAt++;
    return Math.min(count, into.length);
  }

  #lastOf(block: number): number {
    return this.#bytes.readUInt32LE(this.#headers + block * HEADER);
  }

  #passBlocks(target: number): boolean {
    do this.#block++;
    while (this.#block < this.#blocks && this.#lastOf(this.#block) < target);
    return this.#block < this.#blocks;
  }

  #unpack(): void {
    const block = this.#block;
    const header = this.#headers + block * HEADER;
    const bytes = this.#bytes;
    const bits = bytes[header + 13] ?? 0;
    const count = (bytes[header + 14] ?? 0) + 1;
    const documents = this.#documents;
    let at = this.#data + (block === 0 ? 0 : bytes.readUInt32LE(header - HEADER + 4));
    let document = block === 0 ? -1 : this.#lastOf(block - 1);
    const mask = bits === 32 ? -1 : (1 << bits) - 1;
    let held = 0;
    let heldBits = 0;
    if (bits <= 24)
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
    else throw new RangeError('a segment holds fewer than 2^24 documents');
    for (let i = count; i < BLOCK; i++) documents[i] = END;
    this.#impacts = at;
    this.#count = count;
    this.#at = 0;
    this.#unpacked = block;
  }
}

export const BLOCK = 128;
const HEADER = 15;

/** The bytes of a term's positions from one place to another, or to their end. */
export type ReadPositions = (from: number, to: number | null) => Uint8Array;

/** Behind every document. */
export const END = 0x7fffffff;
