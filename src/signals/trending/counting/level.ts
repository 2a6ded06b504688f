import { ClosedCounts, OpenCounts } from './counts.ts';
import { Dropped } from './dropped.ts';
import { Packed } from './packed.ts';

/**
 * Sub-windows of one length, numbered by time: the open one and those closed before it, as many as the window has.
 * Together they cover the whole window and at most one sub-window more, so an edge of a sub-window is no edge of
 * the count. A sub-window in which nothing happened does not exist.
 */
export class Level {
  readonly settings: LevelSettings;
  readonly #lists: number;
  readonly #closed: (Closed | undefined)[];
  open: OpenCounts;
  index: number;

  constructor(lists: number, settings: LevelSettings, index: number) {
    this.#lists = lists;
    this.settings = settings;
    this.#closed = new Array<Closed | undefined>(settings.length);
    this.open = new OpenCounts(lists, settings.maxSlots);
    this.index = index;
  }

  /** Closes the open sub-window, after `above` has taken its counts, and opens that with this number. */
  moveTo(index: number, above?: Level): void {
    if (!this.open.isEmpty) {
      above?.open.absorb(this.open);
      this.put(this.index, this.open.close(this.settings.maxPairs));
    }
    this.open = this.open.next(this.settings.maxSlots);
    this.index = index;
  }

  /** False when the sub-window is no longer kept. */
  addLate(index: number, list: number, item: number, count: number): boolean {
    if (index <= this.index - 1 - this.settings.length) return false;
    if (index === this.index) this.open.add(list, item, count);
    else (this.closedAt(index) ?? this.#empty(index)).add(list, item, count);
    return true;
  }

  closedAt(index: number): ClosedCounts | undefined {
    const closed = this.#closed[index % this.settings.length];
    return closed?.index === index ? closed.counts : undefined;
  }

  put(index: number, counts: ClosedCounts): void {
    this.#closed[index % this.settings.length] = { index, counts };
  }

  /** The closed sub-windows that are still part of the window, the oldest first. */
  *closed(): Generator<Closed> {
    for (let index = this.index - this.settings.length; index < this.index; index++) {
      const counts = this.closedAt(index);
      if (counts !== undefined) yield { index, counts };
    }
  }

  /** Puts these counts in the place of a closed sub-window that is still part of the window. */
  replace(index: number, pairs: Iterable<readonly [list: number, item: number, count: number]>): void {
    if (index >= this.index || index < this.index - this.settings.length) return;
    const counts = new OpenCounts(this.#lists, 2 ** 30);
    for (const [list, item, count] of pairs) counts.add(list, item, count);
    this.put(index, counts.close(this.settings.maxPairs));
  }

  /** Adds another partition's sub-windows to those of the same time; both have been moved to the same time. */
  merge(other: Level): void {
    this.open.absorb(other.open);
    for (const { index, counts } of other.closed()) {
      const own = this.closedAt(index) ?? this.#empty(index);
      const both = OpenCounts.reopened(own, this.#lists, this.settings.maxSlots);
      both.absorb(counts);
      this.put(index, both.close(this.settings.maxPairs));
    }
  }

  /** Those that are too old are still held until their place is needed, and are counted. */
  get bytes(): number {
    return this.#closed.reduce((sum, closed) => sum + (closed?.counts.bytes ?? 0), this.open.bytes);
  }

  #empty(index: number): ClosedCounts {
    const nothing = new Packed(new Uint32Array(this.#lists + 1), new Uint32Array(0), new Float64Array(0));
    const counts = new ClosedCounts(nothing, new Dropped(this.#lists), this.#lists, this.settings.maxPairs);
    this.put(index, counts);
    return counts;
  }
}

export interface LevelSettings {
  readonly seconds: number;
  /** How many closed sub-windows belong to the window. */
  readonly length: number;
  /** A closed sub-window keeps at most so many pairs of list and item; below that it is exact. */
  readonly maxPairs: number;
  /** The slots that the table of the open one may grow to, a power of two; it is exact up to three quarters. */
  readonly maxSlots: number;
}

interface Closed {
  readonly index: number;
  readonly counts: ClosedCounts;
}
