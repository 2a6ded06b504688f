import { hashOf } from './count-min.ts';

/**
 * Counts by (list, item), all lists in one open-addressing table, because a thousand separate maps would take
 * more memory than the counts. Key and count are adjacent, so that an event touches one cache line:
 *
 *   cells: key 0 | count 0 | key 1 | count 1 | ...     key = list * 2^32 + item + 1, 0 is free
 */
export class PairTable {
  cells: Float64Array<ArrayBuffer>;
  size = 0;
  readonly #maxSlots: number;

  /** The table does not grow beyond `maxSlots`; both numbers are powers of two. */
  constructor(maxSlots = 2 ** 30, slots = Math.min(64, maxSlots)) {
    this.cells = new Float64Array(slots * 2);
    this.#maxSlots = maxSlots;
  }

  /** A table that holds this many pairs without growing. */
  static for(pairs: number, maxSlots?: number): PairTable {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, (pairs + 1) / FILL)));
    return new PairTable(maxSlots, maxSlots === undefined ? slots : Math.min(slots, maxSlots));
  }

  /** The slot of the pair, or the free one for it. */
  slotOf(list: number, item: number): number {
    const { cells } = this;
    const key = list * ITEMS + item + 1;
    const end = cells.length - 1;
    let slot = (hashOf(list, item) << 1) & end;
    for (;;) {
      const found = cells[slot];
      if (found === key || found === 0) return slot;
      slot = (slot + 2) & end;
    }
  }

  isTaken(slot: number): boolean {
    return this.cells[slot] !== 0;
  }

  get(list: number, item: number): number | undefined {
    const slot = this.slotOf(list, item);
    return this.cells[slot] === 0 ? undefined : this.cells[slot + 1];
  }

  increase(slot: number, count: number): void {
    this.cells[slot + 1] = (this.cells[slot + 1] ?? 0) + count;
  }

  /** `slot` must be the free one from `slotOf` for this pair. Slots may move afterwards. */
  put(slot: number, list: number, item: number, count: number): void {
    this.cells[slot] = list * ITEMS + item + 1;
    this.cells[slot + 1] = count;
    this.size++;
    if (this.size * 2 > this.cells.length * FILL && this.cells.length < this.#maxSlots * 2) this.#grow();
  }

  /** Adds a key from another table. The pair must be missing here, and there must be room for it. */
  putKey(key: number, count: number): void {
    const { cells } = this;
    const end = cells.length - 1;
    const list = listOf(key);
    let free = (hashOf(list, itemOf(key, list)) << 1) & end;
    while (cells[free] !== 0) free = (free + 2) & end;
    cells[free] = key;
    cells[free + 1] = count;
    this.size++;
  }

  add(list: number, item: number, count: number): void {
    const slot = this.slotOf(list, item);
    if (this.cells[slot] === 0) this.put(slot, list, item, count);
    else this.increase(slot, count);
  }

  /** It has its maximum size, and more pairs would make it slow. */
  get isFull(): boolean {
    return this.size * 2 > this.cells.length * FILL;
  }

  get capacity(): number {
    return this.#maxSlots * FILL;
  }

  /**
   * Visits groups of slots that are far apart. In slot order, which is hash order, a table filled from this
   * one would first be crowded at its start, and each probe there would be long.
   */
  forEach(visit: (list: number, item: number, count: number, slot: number) => void): void {
    const end = this.cells.length - 1;
    for (let group = 0; group < this.cells.length / GROUP; group++) {
      const from = Math.imul(group, 0x9e3779b1 * GROUP) & end;
      for (let slot = from; slot < from + GROUP; slot += 2) {
        const key = this.cells[slot] ?? 0;
        if (key === 0) continue;
        const list = listOf(key);
        visit(list, itemOf(key, list), this.cells[slot + 1] ?? 0, slot);
      }
    }
  }

  /** An empty table of the same size. */
  emptyCopy(): PairTable {
    return new PairTable(this.#maxSlots, this.cells.length / 2);
  }

  clear(): void {
    this.cells.fill(0);
    this.size = 0;
  }

  get bytes(): number {
    return this.cells.byteLength;
  }

  #grow(): void {
    const old = this.cells;
    this.cells = new Float64Array(old.length * 2);
    this.size = 0;
    for (let from = 0; from < old.length; from += 2) {
      const key = old[from] ?? 0;
      if (key !== 0) this.putKey(key, old[from + 1] ?? 0);
    }
  }
}

/** The list in a key. */
export function listOf(key: number): number {
  return Math.floor((key - 1) / ITEMS);
}

export function itemOf(key: number, list: number): number {
  return key - 1 - list * ITEMS;
}

/** The maximum number of items; they are integers from 0 up to this. */
export const ITEMS = 2 ** 32;

const FILL = 0.75;
/** Eight pairs, two cache lines. */
const GROUP = 16;
