import { ByteWriter } from './bytes.ts';
import { hashOf } from './key-hash.ts';

/**
 * Sorted keys, each with the same few numbers:
 *
 *   keys u32, numbers of each key u32, length of all keys u32
 *   end of each key u32 ..., the first number of each key u32 ..., the second ...
 *   the keys in UTF-8, concatenated
 *
 * It is read directly from the bytes of the file: a million words create no objects.
 */
export class SortedDictionaryWriter {
  readonly #ends = new ByteWriter();
  readonly #keys = new ByteWriter(1 << 14);
  readonly #columns: ByteWriter[];
  size = 0;

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new ByteWriter());
  }

  /** Keys have to arrive in byte order. */
  add(key: Uint8Array | string, ...numbers: number[]): void {
    if (typeof key === 'string') this.#keys.utf8(key);
    else this.#keys.bytes(key);
    this.#ends.u32(this.#keys.length);
    for (const [column, writer] of this.#columns.entries()) writer.u32(numbers[column] ?? 0);
    this.size++;
  }

  end(into: ByteWriter): void {
    into.u32(this.size);
    into.u32(this.#columns.length);
    into.u32(this.#keys.length);
    into.bytes(this.#ends.view());
    for (const column of this.#columns) into.bytes(column.view());
    into.bytes(this.#keys.view());
  }
}

export class SortedDictionary {
  readonly size: number;
  readonly #ends: Uint32Array;
  readonly #columns: readonly Uint32Array[];
  readonly #keys: Buffer;
  readonly #slots: Uint32Array | null;
  /** The offset after the dictionary. */
  readonly end: number;

  /** `slots` is the hash table of these keys (key-hash.ts); without it, keys are found by binary search. */
  constructor(bytes: Buffer, at = 0, slots: SharedArrayBuffer = NO_SLOTS) {
    this.#slots = slots.byteLength > 0 ? new Uint32Array(slots) : null;
    this.size = bytes.readUInt32LE(at);
    const columns = bytes.readUInt32LE(at + 4);
    const keyBytes = bytes.readUInt32LE(at + 8);
    const numbers = (index: number) => numbersAt(bytes, at + 12 + index * this.size * 4, this.size);
    this.#ends = numbers(0);
    this.#columns = Array.from({ length: columns }, (_, column) => numbers(column + 1));
    const keys = at + 12 + (columns + 1) * this.size * 4;
    this.end = keys + keyBytes;
    this.#keys = bytes.subarray(keys, this.end);
  }

  /** -1 when it is absent. */
  find(key: Uint8Array): number {
    if (this.#slots) return this.#findIn(this.#slots, key);
    const index = this.firstFrom(key);
    return index < this.size && this.#compare(index, key) === 0 ? index : -1;
  }

  #findIn(slots: Uint32Array, key: Uint8Array): number {
    const last = slots.length - 1;
    for (let slot = hashOf(key, 0, key.length) & last; ; slot = (slot + 1) & last) {
      const index = (slots[slot] ?? 0) - 1;
      if (index === -1 || this.#compare(index, key) === 0) return index;
    }
  }

  hashAt(index: number): number {
    return hashOf(this.#keys, this.#startOf(index), this.#ends[index] ?? 0);
  }

  /** The first key that is not less than this one. */
  firstFrom(key: Uint8Array): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Byte by byte, because a view of each compared key would cost more than the comparison. */
  #compare(index: number, key: Uint8Array): number {
    const keys = this.#keys;
    const start = this.#startOf(index);
    const length = (this.#ends[index] ?? 0) - start;
    const shorter = Math.min(length, key.length);
    for (let i = 0; i < shorter; i++) {
      const difference = (keys[start + i] ?? 0) - (key[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  /** The first key after this one that does not share its first `letters` letters. */
  endOfLetters(index: number, letters: number): number {
    const start = this.#startOf(index);
    let end = start;
    for (let left = letters; left > 0; left--) end += lengthOfLetter(this.#keys[end] ?? 0);
    return this.endOfPrefix(index, end - start);
  }

  /** The first key after this one that does not share its first `bytes` bytes. */
  endOfPrefix(index: number, bytes: number): number {
    const start = this.#startOf(index);
    const end = start + bytes;
    // Most runs of a prefix are short, so galloping search finds their end in a few steps.
    let step = 1;
    let low = index;
    while (low + step < this.size && this.#beginsLike(low + step, start, end)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#beginsLike(middle, start, end)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #beginsLike(index: number, start: number, end: number): boolean {
    let at = this.#startOf(index);
    if ((this.#ends[index] ?? 0) - at < end - start) return false;
    for (let like = start; like < end; like++) if (this.#keys[at++] !== this.#keys[like]) return false;
    return true;
  }

  /** Writes the code points of a key to `into` and returns their number, without creating a string. */
  lettersAt(index: number, into: Int32Array): number {
    const end = this.#ends[index] ?? 0;
    let count = 0;
    for (let at = this.#startOf(index); at < end && count < into.length; count++) {
      const first = this.#keys[at] ?? 0;
      const length = lengthOfLetter(first);
      let letter = length === 1 ? first : first & (0xff >> (length + 1));
      for (let more = 1; more < length; more++)
        letter = (letter << 6) | ((this.#keys[at + more] ?? 0) & 0x3f);
      into[count] = letter;
      at += length;
    }
    return count;
  }

  hasPrefix(index: number, prefix: Buffer): boolean {
    if (index >= this.size) return false;
    const start = this.#startOf(index);
    if ((this.#ends[index] ?? 0) - start < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) if (this.#keys[start + i] !== prefix[i]) return false;
    return true;
  }

  keyAt(index: number): Buffer {
    return this.#keys.subarray(this.#startOf(index), this.#ends[index]);
  }

  textAt(index: number): string {
    return this.#keys.toString('utf8', this.#startOf(index), this.#ends[index]);
  }

  numberAt(column: number, index: number): number {
    return this.#columns[column]?.[index] ?? 0;
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
  }
}

/** The length in bytes of a letter with this first byte. */
function lengthOfLetter(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** A view of the bytes if they are aligned, otherwise a copy. */
export function numbersAt(bytes: Buffer, at: number, count: number): Uint32Array {
  const offset = bytes.byteOffset + at;
  if (offset % 4 === 0) return new Uint32Array(bytes.buffer, offset, count);
  return new Uint32Array(Uint8Array.prototype.slice.call(bytes, at, at + count * 4).buffer);
}

const NO_SLOTS = new SharedArrayBuffer(0);
