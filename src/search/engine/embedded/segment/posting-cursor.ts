import type { Batch, ScoreWindow } from './batch.ts';
import { ByteReader, type ByteWriter } from './bytes.ts';
import type { PositionsRange } from './file-window.ts';
import { BLOCK, END, HEADER } from './postings.ts';

/** Iterates over the articles of a term in one segment. */
export class PostingCursor {
  readonly #bytes: Uint8Array;
  readonly #blocks: number;
  readonly #headers: number;
  readonly #data: number;
  readonly #documents: Int32Array;
  readonly #positionsRange: () => PositionsRange;
  #block = -1;
  #last = -1;
  #at = 0;
  #count = 0;
  #impacts = 0;
  #positions: ByteReader | null = null;
  #range: PositionsRange | null = null;
  #positionsBlock = -1;
  #positionsAt = 0;
  /** -1 before the first, END after the last. */
  document = -1;

  /** `bytes` are the postings of all terms; those of this term begin at `start`. */
  constructor(bytes: Uint8Array, start: number, positionsRange: () => PositionsRange) {
    const reader = new ByteReader(bytes, start);
    this.#bytes = bytes;
    this.#blocks = reader.varint();
    this.#headers = reader.offset;
    this.#data = reader.offset + this.#blocks * HEADER;
    // Most terms are in a few articles, and allocating a whole block costs more than reading those.
    const capacity = this.#blocks > 1 ? BLOCK : (bytes[this.#headers + COUNT_AT] ?? 0) + 1;
    this.#documents = new Int32Array(capacity + 1).fill(END);
    this.#positionsRange = positionsRange;
  }

  get impact(): number {
    return this.#bytes[this.#impacts + this.#at] ?? 0;
  }

  /** The first document at or after this one. Never moves backwards. */
  seek(target: number): number {
    if (this.document >= target) return this.document;
    if (this.#last < target) return this.#enterBlock(target);
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
   * An upper bound of the impacts in [from, to), from the headers alone; considers only blocks that the cursor has
   * not passed.
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

  /** The last document of the block that would contain `target`, up to which its bound is valid. */
  blockEnd(target: number): number {
    const block = this.#blockOf(target);
    return block < this.#blocks ? this.#lastOf(block) : END;
  }

  /**
   * Fills the batch with documents in [from, to) and their impacts times factor, up to its capacity. Returns the
   * first document that was not examined.
   */
  fill(from: number, to: number, factor: number, batch: Batch): number {
    const bytes = this.#bytes;
    const documents = this.#documents;
    let count = 0;
    let document = this.seek(from);
    while (document < to && count < batch.capacity) {
      let at = this.#at;
      const impacts = this.#impacts;
      for (; document < to && count < batch.capacity; document = documents[++at] ?? END) {
        batch.documents[count] = document;
        batch.scores[count++] = (bytes[impacts + at] ?? 0) * factor;
      }
      this.#at = at;
      this.document = document;
      if (document === END) document = this.#enterBlock(this.#last + 1);
    }
    batch.count = count;
    return Math.min(document, to);
  }

  /** Keeps documents that this cursor contains, with impact times factor added. */
  intersect({ documents, scores, count }: Batch, factor: number): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const document = documents[i] ?? 0;
      if (this.document < document && this.seek(document) === END) break;
      if (this.document !== document) continue;
      documents[kept] = document;
      scores[kept++] = (scores[i] ?? 0) + (this.#bytes[this.#impacts + this.#at] ?? 0) * factor;
    }
    return kept;
  }

  /** Adds impact times factor to documents that this cursor contains. */
  addTo({ documents, scores, count }: Batch, factor: number): void {
    for (let i = 0; i < count; i++) {
      const document = documents[i] ?? 0;
      if (this.document < document && this.seek(document) === END) return;
      if (this.document === document)
        scores[i] = (scores[i] ?? 0) + (this.#bytes[this.#impacts + this.#at] ?? 0) * factor;
    }
  }

  /** Raises the slots of documents to the value that `table` has for their impact. */
  raiseTo(from: number, to: number, table: Uint8Array, into: Uint8Array): void {
    for (let document = this.seek(from); document < to; document = this.seek(document + 1)) {
      const worth = table[this.#bytes[this.#impacts + this.#at] ?? 0] ?? 0;
      if (worth > (into[document - from] ?? 0)) into[document - from] = worth;
    }
  }

  /** Adds impact times factor to the slot of each document in [from, to), and moves past them. */
  accumulate(from: number, to: number, factor: number, { scores, marks }: ScoreWindow): void {
    const bytes = this.#bytes;
    const documents = this.#documents;
    for (let document = this.seek(from); document < to; ) {
      let at = this.#at;
      const impacts = this.#impacts;
      for (; document < to; document = documents[++at] ?? END) {
        const offset = document - from;
        scores[offset] = (scores[offset] ?? 0) + (bytes[impacts + at] ?? 0) * factor;
        marks[offset >>> 5] = (marks[offset >>> 5] ?? 0) | (1 << (offset & 31));
      }
      if (document !== END) {
        this.#at = at;
        this.document = document;
        return;
      }
      document = this.seek(this.#last + 1);
    }
  }

  /** Fills `into` with the positions of the current document and returns their number. */
  positions(into: Int32Array): number {
    const reader = this.#readPositions();
    const count = reader.varint();
    let position = 0;
    for (let i = 0; i < count; i++) {
      position += reader.varint();
      if (i < into.length) into[i] = position;
    }
    return Math.min(count, into.length);
  }

  /** Copies the encoded positions of the current document. */
  copyPositions(into: ByteWriter): void {
    const reader = this.#readPositions();
    const count = reader.varint();
    into.varint(count);
    reader.copyVarints(count, into);
  }

  /** A reader at the positions of the current document; each can be read once. */
  #readPositions(): ByteReader {
    let reader = this.#positions;
    if (reader === null || this.#positionsBlock !== this.#block) {
      this.#range ??= this.#positionsRange();
      const { window, start, end, readable } = this.#range;
      const header = this.#headers + this.#block * HEADER + 8;
      const isLast = this.#block + 1 === this.#blocks;
      const to = isLast ? end : start + u32At(this.#bytes, header + HEADER);
      const at = window.offsetOf(start + u32At(this.#bytes, header), to, readable);
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

  /** The block that would contain `target`, from the current one on; galloping, because most are near. */
  #blockOf(target: number): number {
    let low = this.#block < 0 ? 0 : this.#block;
    if (low >= this.#blocks || this.#lastOf(low) >= target) return low;
    let step = 1;
    while (low + step < this.#blocks && this.#lastOf(low + step) < target) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#blocks);
    low++;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lastOf(middle) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `target` is after the current block. */
  #enterBlock(target: number): number {
    this.#block = this.#blockOf(target);
    if (this.#block === this.#blocks) {
      this.#last = END;
      this.document = END;
      return END;
    }
    this.#unpack();
    const documents = this.#documents;
    let at = 0;
    while ((documents[at] ?? END) < target) at++;
    this.#at = at;
    this.document = documents[at] ?? END;
    return this.document;
  }

  #unpack(): void {
    const block = this.#block;
    const header = this.#headers + block * HEADER;
    const bytes = this.#bytes;
    const bits = bytes[header + 13] ?? 0;
    const count = (bytes[header + COUNT_AT] ?? 0) + 1;
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

/** The offset of the number of documents in a header. */
const COUNT_AT = 14;

function u32At(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}
