import { ByteWriter } from './bytes.ts';

/**
 * The articles of one term, in ascending order, in blocks of 128:
 *
 *   blocks   varint
 *   headers  for each block: last document u32, end of its data u32, start of its positions u32, highest impact u8,
 *            bits for each distance u8, documents - 1 u8
 *   data     for each block: distances to the previous document (packed to `bits` each), impacts (a byte each)
 *
 * Headers come first so that blocks are skipped without being unpacked. Positions are a separate section: for each
 * document their number and the distances between them, as varints.
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

  /** The positions of this document have to be written right after it. */
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
      // Eight bits at a time, so that no shift exceeds 32 bits.
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

export const BLOCK = 128;
/** Bytes of a block's header. */
export const HEADER = 15;

/** After every document. */
export const END = 0x7fffffff;
