import { hashOf } from './count-min.ts';

/**
 * Counts by (list, item), all lists in one open-addressing table, because a thousand lists with a map each would
 * spend more on the maps than on the counts. Key and count lie side by side, so that an event touches one line of
 * the cache:
 *
 *   cells: key 0 | count 0 | key 1 | count 1 | ...     key = list * 2^32 + item + 1, 0 is free
 */
export class PairTable {
  cells: Float64Array<ArrayBuffer>;
  size = 0;
  readonly #maxSlots: number;

  /** `mostSlots` is where it stops to grow by itself; both are powers of two. */
  constructor(mostSlots = 2 ** 30, slots = Math.min(64, mostSlots)) {
    this.cells = new Float64Array(slots * 2);
    this.#maxSlots = mostSlots;
  }

  /** A table with room for so many pairs without growing. */
  static for(pairs: number, mostSlots?: number): PairTable {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, (pairs + 1) / FILL)));
    return new PairTable(mostSlots, mostSlots === undefined ? slots : Math.min(slots, mostSlots));
  }

  /** Where the pair is, or where it would be put. */
  slotOf(list: number, item: number): number {
    const { cells } = this;
    const key = list * ITEMS + item + 1;
    const end = cells.length - 1;
    let place = (hashOf(list, item) << 1) & end;
    for (;;) {
      const found = cells[place];
      if (found === key || found === 0) return place;
      place = (place + 2) & end;
    }
  }

  isTaken(place: number): boolean {
    return this.cells[place] !== 0;
  }

  get(list: number, item: number): number | undefined {
    const place = this.slotOf(list, item);
    return this.cells[place] === 0 ? undefined : this.cells[place + 1];
  }

  increase(place: number, count: number): void {
    this.cells[place + 1] = (this.cells[place + 1] ?? 0) + count;
  }

  /** The place is a free one that `placeOf` gave for this pair; places are other ones afterwards. */
  put(place: number, list: number, item: number, count: number): void {
    this.cells[place] = list * ITEMS + item + 1;
    this.cells[place + 1] = count;
    this.size++;
    if (this.size * 2 > this.cells.length * FILL && this.cells.length < this.#maxSlots * 2) this.#grow();
  }

  /** A key as it lies in another table. The pair is not here yet, and there is room for it. */
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
    const place = this.slotOf(list, item);
    if (this.cells[place] === 0) this.put(place, list, item, count);
    else this.increase(place, count);
  }

  /** It can grow no more, and one more pair would make it slow. */
  get isFull(): boolean {
    return this.size * 2 > this.cells.length * FILL;
  }

  get capacity(): number {
    return this.#maxSlots * FILL;
  }

  /**
   * Visits groups of places far apart one after the other. In the order of places, which is that of the hashes,
   * a table filled from another one would first be crowded at its beginning, and each search there a long walk.
   */
  forEach(visit: (list: number, item: number, count: number, place: number) => void): void {
    const end = this.cells.length - 1;
    for (let group = 0; group < this.cells.length / GROUP; group++) {
      const from = Math.imul(group, 0x9e3779b1 * GROUP) & end;
      for (let place = from; place < from + GROUP; place += 2) {
        const key = this.cells[place] ?? 0;
        if (key === 0) continue;
        const list = listOf(key);
        visit(list, itemOf(key, list), this.cells[place + 1] ?? 0, place);
      }
    }
  }

  /** An empty one of the same size. */
  emptied(): PairTable {
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

/** Whose pair a key of the cells is. */
export function listOf(key: number): number {
  return Math.floor((key - 1) / ITEMS);
}

export function itemOf(key: number, list: number): number {
  return key - 1 - list * ITEMS;
}

/** How many items there can be: their ids are whole numbers from 0 up to this. */
export const ITEMS = 2 ** 32;

const FILL = 0.75;
/** Eight pairs, two lines of the cache. */
const GROUP = 16;
