/** An append-only buffer that doubles its capacity. */
export class ByteWriter {
  #bytes: Buffer;
  length = 0;
  /** Bytes passed on by `drain`. */
  drained = 0;

  constructor(room = 1_024) {
    this.#bytes = Buffer.allocUnsafe(room);
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  u32(value: number): void {
    this.#reserve(4);
    const bytes = this.#bytes;
    bytes[this.length++] = value;
    bytes[this.length++] = value >>> 8;
    bytes[this.length++] = value >>> 16;
    bytes[this.length++] = value >>> 24;
  }

  /** Seven bits per byte, the high bit set on all but the last. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.length);
    this.length += values.length;
  }

  /** Appends another writer. Most are a few bytes long, for which a view would cost more than the copy. */
  append(other: ByteWriter): void {
    if (other.length > 64) this.bytes(other.view());
    else this.copy(other.#bytes, 0, other.length);
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    for (let at = start; at < end; at++) this.#bytes[this.length++] = from[at] ?? 0;
  }

  utf8(text: string): void {
    this.#reserve(text.length * 3);
    this.length += this.#bytes.write(text, this.length);
  }

  /** Bytes written in total. */
  get position(): number {
    return this.drained + this.length;
  }

  /** Passes on the bytes written so far and reuses the buffer. */
  drain(to: (bytes: Buffer) => void): void {
    to(this.view());
    this.drained += this.length;
    this.length = 0;
  }

  /** The bytes written so far; valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + more));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Reads the output of a ByteWriter. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.offset = at;
  }

  u8(): number {
    return this.#bytes[this.offset++] ?? 0;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.offset++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  skipVarints(count: number): void {
    for (let left = count; left > 0; this.offset++) if ((this.#bytes[this.offset] ?? 0) < 0x80) left--;
  }

  copyVarints(count: number, into: ByteWriter): void {
    const from = this.offset;
    this.skipVarints(count);
    into.copy(this.#bytes, from, this.offset);
  }
}
