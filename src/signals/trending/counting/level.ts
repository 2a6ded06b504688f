import { ClosedCounts, OpenCounts } from './counts.ts';
import { Dropped } from './dropped.ts';
import { Packed } from './packed.ts';

/**
 * Sub-windows of one length, numbered by time: the open one and the closed ones before it. Together they
 * cover the whole window and at most one sub-window more, so events on both sides of a sub-window's edge
 * count together. Empty sub-windows are not stored.
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

  /** Closes the open sub-window, after adding its counts to `above`, and opens the one with this number. */
  moveTo(index: number, above?: Level): void {
    if (!this.open.isEmpty) {
      above?.open.absorb(this.open);
      this.put(this.index, this.open.close(this.settings.maxPairs));
    }
    this.open = this.open.next(this.settings.maxSlots);
    this.index = index;
  }

  /** False when the sub-window is no longer stored. */
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

  /** Replaces the counts of a closed sub-window that is still part of the window. */
  replace(index: number, pairs: Iterable<readonly [list: number, item: number, count: number]>): void {
    if (index >= this.index || index < this.index - this.settings.length) return;
    const counts = new OpenCounts(this.#lists, 2 ** 30);
    for (const [list, item, count] of pairs) counts.add(list, item, count);
    this.put(index, counts.close(this.settings.maxPairs));
  }

  /**
   * Adds another partition's sub-windows to those of the same time; both must have advanced to the same time.
   */
  merge(other: Level): void {
    this.open.absorb(other.open);
    for (const { index, counts } of other.closed()) {
      const own = this.closedAt(index) ?? this.#empty(index);
      const both = OpenCounts.reopened(own, this.#lists, this.settings.maxSlots);
      both.absorb(counts);
      this.put(index, both.close(this.settings.maxPairs));
    }
  }

  /** Includes expired sub-windows, which stay until their slot is reused. */
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
  /** The number of closed sub-windows in the window. */
  readonly length: number;
  /** The maximum number of pairs of list and item in a closed sub-window; with fewer it is exact. */
  readonly maxPairs: number;
  /** The maximum number of slots of the open table, a power of two; it is exact up to three quarters. */
  readonly maxSlots: number;
}

interface Closed {
  readonly index: number;
  readonly counts: ClosedCounts;
}
