import type { RuleKey } from './key.ts';

/**
 * Numbers by key, in open addressing: a key is in the first free slot from the one its low half points to,
 * and at most six slots in ten are used. Entries are not removed one by one; a generation is cleared as a
 * whole.
 *
 *   | low (4) | high (4) | value (8) | low | high | value | ...     low is 0: free
 *
 * A slot is 16 consecutive bytes, viewed through two arrays, because fetching it from memory is most of the
 * cost.
 *
 * As bytes: slots (4) | used (4) | a bit for each slot | low, high (4 each) and value (8) of the used ones
 */
export class HashTable {
  #slots = INITIAL_SLOTS;
  #keys = new Uint32Array(4 * INITIAL_SLOTS);
  #values = new Float64Array(this.#keys.buffer);
  used = 0;

  /** NaN for a missing key. */
  get(key: RuleKey): number {
    if (this.used === 0) return Number.NaN;
    const slot = this.#slotOf(key.high, key.low);
    return this.#keys[4 * slot] === 0 ? Number.NaN : (this.#values[2 * slot + 1] ?? 0);
  }

  set(key: RuleKey, value: number): void {
    if (this.used >= this.#slots * MAX_LOAD) this.#grow();
    this.#put(key.high, key.low, value);
  }

  /** Keeps the capacity, or halves it when few slots were used. */
  clear(): void {
    const isSparse = this.used < (this.#slots * MAX_LOAD) / 4;
    this.used = 0;
    if (isSparse && this.#slots > INITIAL_SLOTS) this.#resize(this.#slots / 2);
    else this.#keys.fill(0);
  }

  get bytes(): number {
    return this.#slots * 16;
  }

  /** Slot positions are stored too, so that a restored table is identical, not only equal. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(8 + this.#slots / 8 + 16 * this.used);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#slots, true);
    view.setUint32(4, this.used, true);
    let at = 8 + this.#slots / 8;
    for (let slot = 0; slot < this.#slots; slot++) {
      const low = this.#keys[4 * slot] ?? 0;
      if (low === 0) continue;
      bytes[8 + (slot >>> 3)] = (bytes[8 + (slot >>> 3)] ?? 0) | (1 << (slot & 7));
      view.setUint32(at, low, true);
      view.setUint32(at + 4, this.#keys[4 * slot + 1] ?? 0, true);
      view.setFloat64(at + 8, this.#values[2 * slot + 1] ?? 0, true);
      at += 16;
    }
    return bytes;
  }

  static fromBytes(bytes: Uint8Array): HashTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const table = new HashTable();
    table.#resize(view.getUint32(0, true));
    table.used = view.getUint32(4, true);
    let at = 8 + table.#slots / 8;
    for (let slot = 0; slot < table.#slots; slot++) {
      if (((bytes[8 + (slot >>> 3)] ?? 0) & (1 << (slot & 7))) === 0) continue;
      table.#keys[4 * slot] = view.getUint32(at, true);
      table.#keys[4 * slot + 1] = view.getUint32(at + 4, true);
      table.#values[2 * slot + 1] = view.getFloat64(at + 8, true);
      at += 16;
    }
    return table;
  }

  #put(high: number, low: number, value: number): void {
    const slot = this.#slotOf(high, low);
    if (this.#keys[4 * slot] === 0) {
      this.#keys[4 * slot] = low;
      this.#keys[4 * slot + 1] = high;
      this.used++;
    }
    this.#values[2 * slot + 1] = value;
  }

  #slotOf(high: number, low: number): number {
    const keys = this.#keys;
    const mask = this.#slots - 1;
    let slot = low & mask;
    for (;;) {
      const found = keys[4 * slot];
      if (found === 0 || (found === low && keys[4 * slot + 1] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [slots, keys, values] = [this.#slots, this.#keys, this.#values];
    this.#resize(slots * 2);
    this.used = 0;
    for (let slot = 0; slot < slots; slot++) {
      const low = keys[4 * slot] ?? 0;
      if (low !== 0) this.#put(keys[4 * slot + 1] ?? 0, low, values[2 * slot + 1] ?? 0);
    }
  }

  #resize(slots: number): void {
    this.#slots = slots;
    this.#keys = new Uint32Array(4 * slots);
    this.#values = new Float64Array(this.#keys.buffer);
  }
}

const INITIAL_SLOTS = 1024;
const MAX_LOAD = 0.6;
