import type { RuleKey } from './key.ts';

/**
 * Numbers by key in open addressing: a key lies in the first free place from where its low half points to, and
 * never more than six places in ten are taken. Nothing is taken out; a generation is forgotten as a whole.
 *
 *   | low (4) | high (4) | value (8) | low | high | value | ...     low is 0: free
 *
 * A place is 16 bytes in a row, seen through two arrays, as fetching it from memory is most of what it costs.
 *
 * As bytes: places (4) | used (4) | a bit for each place | low, high (4 each) and value (8) of those taken
 */
export class HashTable {
  #slots = INITIAL_SLOTS;
  #keys = new Uint32Array(4 * INITIAL_SLOTS);
  #values = new Float64Array(this.#keys.buffer);
  used = 0;

  /** NaN for a key that is not there. */
  get(key: RuleKey): number {
    if (this.used === 0) return Number.NaN;
    const place = this.#slotOf(key.high, key.low);
    return this.#keys[4 * place] === 0 ? Number.NaN : (this.#values[2 * place + 1] ?? 0);
  }

  set(key: RuleKey, value: number): void {
    if (this.used >= this.#slots * MAX_LOAD) this.#grow();
    this.#put(key.high, key.low, value);
  }

  /** Keeps room for as many as there were; half of it when they were few. */
  clear(): void {
    const wereFew = this.used < (this.#slots * MAX_LOAD) / 4;
    this.used = 0;
    if (wereFew && this.#slots > INITIAL_SLOTS) this.#resize(this.#slots / 2);
    else this.#keys.fill(0);
  }

  get bytes(): number {
    return this.#slots * 16;
  }

  /** The places themselves are kept, so that a table that was read back is the same table, not only alike. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(8 + this.#slots / 8 + 16 * this.used);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#slots, true);
    view.setUint32(4, this.used, true);
    let at = 8 + this.#slots / 8;
    for (let place = 0; place < this.#slots; place++) {
      const low = this.#keys[4 * place] ?? 0;
      if (low === 0) continue;
      bytes[8 + (place >>> 3)] = (bytes[8 + (place >>> 3)] ?? 0) | (1 << (place & 7));
      view.setUint32(at, low, true);
      view.setUint32(at + 4, this.#keys[4 * place + 1] ?? 0, true);
      view.setFloat64(at + 8, this.#values[2 * place + 1] ?? 0, true);
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
    for (let place = 0; place < table.#slots; place++) {
      if (((bytes[8 + (place >>> 3)] ?? 0) & (1 << (place & 7))) === 0) continue;
      table.#keys[4 * place] = view.getUint32(at, true);
      table.#keys[4 * place + 1] = view.getUint32(at + 4, true);
      table.#values[2 * place + 1] = view.getFloat64(at + 8, true);
      at += 16;
    }
    return table;
  }

  #put(high: number, low: number, value: number): void {
    const place = this.#slotOf(high, low);
    if (this.#keys[4 * place] === 0) {
      this.#keys[4 * place] = low;
      this.#keys[4 * place + 1] = high;
      this.used++;
    }
    this.#values[2 * place + 1] = value;
  }

  #slotOf(high: number, low: number): number {
    const keys = this.#keys;
    const mask = this.#slots - 1;
    let place = low & mask;
    for (;;) {
      const found = keys[4 * place];
      if (found === 0 || (found === low && keys[4 * place + 1] === high)) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const [places, keys, values] = [this.#slots, this.#keys, this.#values];
    this.#resize(places * 2);
    this.used = 0;
    for (let place = 0; place < places; place++) {
      const low = keys[4 * place] ?? 0;
      if (low !== 0) this.#put(keys[4 * place + 1] ?? 0, low, values[2 * place + 1] ?? 0);
    }
  }

  #resize(places: number): void {
    this.#slots = places;
    this.#keys = new Uint32Array(4 * places);
    this.#values = new Float64Array(this.#keys.buffer);
  }
}

const INITIAL_SLOTS = 1024;
const MAX_LOAD = 0.6;
