import { Dropped } from './dropped.ts';
import { Packed } from './packed.ts';
import { PairTable } from './pair-table.ts';
import { halved } from './trim.ts';

/**
 * The counts of one sub-window. It is open while its time runs: a table that grows to `mostSlots` and then drops
 * the lesser half, list by list in fair shares. When its time is over it is closed: packed, the largest kept. What
 * comes late for a closed one waits in a small table and is folded in before the next reading.
 *
 * An item that was dropped and comes again starts from what may have been dropped of it, so that the count of an
 * item that is kept is complete and never too low.
 */
export class OpenCounts implements Counts {
  readonly dropped: Dropped;
  readonly #lists: number;
  #table: PairTable;
  #view: Packed | null = null;

  constructor(
    lists: number,
    mostSlots: number,
    table = new PairTable(mostSlots),
    dropped = new Dropped(lists),
  ) {
    this.#lists = lists;
    this.#table = table;
    this.dropped = dropped;
  }

  static reopened(closed: Counts, lists: number, mostSlots: number): OpenCounts {
    const counts = new OpenCounts(lists, mostSlots, PairTable.for(closed.view().size, mostSlots));
    closed.view().forEach((list, item, count) => {
      counts.#table.add(list, item, count);
    });
    counts.dropped.merge(closed.dropped);
    return counts;
  }

  add(list: number, item: number, count: number): void {
    this.#view = null;
    const table = this.#table;
    const place = table.slotOf(list, item);
    if (table.isTaken(place)) {
      table.increase(place, count);
      return;
    }
    const before = this.dropped.isNothing ? 0 : this.dropped.estimate(list, item);
    table.put(place, list, item, before + count);
    if (table.isFull) this.#table = halved(table, this.#lists, this.dropped);
  }

  get(list: number, item: number): number | undefined {
    return this.#table.get(list, item);
  }

  /** Adds another sub-window, or the same of another partition, by sum. */
  absorb(other: Counts): void {
    this.#view = null;
    // What is here may have been dropped there; what is there and not here is looked after by `add`.
    if (!other.dropped.isNothing)
      this.#table.forEach((list, item, _, place) => {
        if (other.get(list, item) === undefined)
          this.#table.increase(place, other.dropped.estimate(list, item));
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

  close(most: number): ClosedCounts {
    const packed = Packed.largest(this.#table, this.#lists, most, this.dropped).sort();
    return new ClosedCounts(packed, this.dropped, this.#lists, most);
  }

  /** One for the next sub-window, with the same table unless that has become far too large. */
  next(mostSlots: number): OpenCounts {
    const isTooLarge = this.#table.size * 32 < this.#table.cells.length;
    if (isTooLarge) return new OpenCounts(this.#lists, mostSlots, PairTable.for(this.#table.size, mostSlots));
    this.#table.clear();
    return new OpenCounts(this.#lists, mostSlots, this.#table);
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

  constructor(packed: Packed, dropped: Dropped, lists: number, most: number) {
    this.#packed = packed;
    this.dropped = dropped;
    this.#lists = lists;
    this.#maxPairs = most;
  }

  add(list: number, item: number, count: number): void {
    this.#late ??= new PairTable();
    this.#late.add(list, item, count);
    if (this.#late.size > Math.max(64, this.#maxPairs / 8)) this.#foldIn();
  }

  get(list: number, item: number): number | undefined {
    return this.view().get(list, item);
  }

  forEach(visit: (list: number, item: number, count: number) => void): void {
    this.view().forEach(visit);
  }

  view(): Packed {
    if (this.#late !== null) this.#foldIn();
    return this.#packed;
  }

  get bytes(): number {
    return this.#packed.bytes + (this.#late?.bytes ?? 0) + this.dropped.bytes;
  }

  #foldIn(): void {
    const table = PairTable.for(this.#packed.size + (this.#late?.size ?? 0));
    this.#packed.forEach((list, item, count) => {
      table.add(list, item, count);
    });
    this.#late?.forEach((list, item, count) => {
      const place = table.slotOf(list, item);
      if (table.isTaken(place)) table.increase(place, count);
      else table.put(place, list, item, count + this.dropped.estimate(list, item));
    });
    this.#packed = Packed.largest(table, this.#lists, this.#maxPairs, this.dropped).sort();
    this.#late = null;
  }
}

export interface Counts {
  readonly dropped: Dropped;
  readonly bytes: number;
  /** Undefined when the item is not kept; it may have been dropped. */
  get(list: number, item: number): number | undefined;
  forEach(visit: (list: number, item: number, count: number) => void): void;
  view(): Packed;
}
