import { Dropped } from './dropped.ts';
import { Packed } from './packed.ts';
import { PairTable } from './pair-table.ts';
import { halved } from './trim.ts';

/**
 * The counts of one sub-window. While its time runs it is open: a table that grows to `maxSlots` and then
 * drops the smaller half, list by list in fair shares. Afterwards it is closed: packed, with only the largest
 * counts. Late counts for a closed one wait in a small table and are merged before the next read.
 *
 * A dropped item that returns starts from the largest count it may have had, so that stored counts are never
 * too low.
 */
export class OpenCounts implements Counts {
  readonly dropped: Dropped;
  readonly #lists: number;
  #table: PairTable;
  #view: Packed | null = null;

  constructor(
    lists: number,
    maxSlots: number,
    table = new PairTable(maxSlots),
    dropped = new Dropped(lists),
  ) {
    this.#lists = lists;
    this.#table = table;
    this.dropped = dropped;
  }

  static reopened(closed: Counts, lists: number, maxSlots: number): OpenCounts {
    const counts = new OpenCounts(lists, maxSlots, PairTable.for(closed.view().size, maxSlots));
    closed.view().forEach((list, item, count) => {
      counts.#table.add(list, item, count);
    });
    counts.dropped.merge(closed.dropped);
    return counts;
  }

  add(list: number, item: number, count: number): void {
    this.#view = null;
    const table = this.#table;
    const slot = table.slotOf(list, item);
    if (table.isTaken(slot)) {
      table.increase(slot, count);
      return;
    }
    const before = this.dropped.isEmpty ? 0 : this.dropped.estimate(list, item);
    table.put(slot, list, item, before + count);
    if (table.isFull) this.#table = halved(table, this.#lists, this.dropped);
  }

  get(list: number, item: number): number | undefined {
    return this.#table.get(list, item);
  }

  /** Adds another sub-window, or the same one of another partition, by sum. */
  absorb(other: Counts): void {
    this.#view = null;
    // Items here may have been dropped there; `add` handles items there that may have been dropped here.
    if (!other.dropped.isEmpty)
      this.#table.forEach((list, item, _, slot) => {
        if (other.get(list, item) === undefined)
          this.#table.increase(slot, other.dropped.estimate(list, item));
      });
    other.forEach((list, item, count) => {
      this.add(list, item, count);
    });
    this.dropped.merge(other.dropped);
  }

  forEach(visit: (list: number, item: number, count: number) => void): void {
    this.#table.forEach(visit);
  }

  view(): Packed {
    this.#view ??= Packed.view(this.#table, this.#lists);
    return this.#view;
  }

  close(maxPairs: number): ClosedCounts {
    const packed = Packed.largest(this.#table, this.#lists, maxPairs, this.dropped).sort();
    return new ClosedCounts(packed, this.dropped, this.#lists, maxPairs);
  }

  /** An empty one for the next sub-window, with the same table unless that is far too large. */
  next(maxSlots: number): OpenCounts {
    const isTooLarge = this.#table.size * 32 < this.#table.cells.length;
    if (isTooLarge) return new OpenCounts(this.#lists, maxSlots, PairTable.for(this.#table.size, maxSlots));
    this.#table.clear();
    return new OpenCounts(this.#lists, maxSlots, this.#table);
  }

  get isEmpty(): boolean {
    return this.#table.size === 0;
  }

  get bytes(): number {
    return this.#table.bytes + (this.#view?.bytes ?? 0) + this.dropped.bytes;
  }
}

export class ClosedCounts implements Counts {
  readonly dropped: Dropped;
  readonly #lists: number;
  readonly #maxPairs: number;
  #packed: Packed;
  #late: PairTable | null = null;

  constructor(packed: Packed, dropped: Dropped, lists: number, maxPairs: number) {
    this.#packed = packed;
    this.dropped = dropped;
    this.#lists = lists;
    this.#maxPairs = maxPairs;
  }

  add(list: number, item: number, count: number): void {
    this.#late ??= new PairTable();
    this.#late.add(list, item, count);
    if (this.#late.size > Math.max(64, this.#maxPairs / 8)) this.#mergeLate();
  }

  get(list: number, item: number): number | undefined {
    return this.view().get(list, item);
  }

  forEach(visit: (list: number, item: number, count: number) => void): void {
    this.view().forEach(visit);
  }

  view(): Packed {
    if (this.#late !== null) this.#mergeLate();
    return this.#packed;
  }

  get bytes(): number {
    return this.#packed.bytes + (this.#late?.bytes ?? 0) + this.dropped.bytes;
  }

  #mergeLate(): void {
    const table = PairTable.for(this.#packed.size + (this.#late?.size ?? 0));
    this.#packed.forEach((list, item, count) => {
      table.add(list, item, count);
    });
    this.#late?.forEach((list, item, count) => {
      const slot = table.slotOf(list, item);
      if (table.isTaken(slot)) table.increase(slot, count);
      else table.put(slot, list, item, count + this.dropped.estimate(list, item));
    });
    this.#packed = Packed.largest(table, this.#lists, this.#maxPairs, this.dropped).sort();
    this.#late = null;
  }
}

export interface Counts {
  readonly dropped: Dropped;
  readonly bytes: number;
  /** Undefined for missing items, which may have been dropped. */
  get(list: number, item: number): number | undefined;
  forEach(visit: (list: number, item: number, count: number) => void): void;
  view(): Packed;
}
