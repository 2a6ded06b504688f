import type { Dropped } from './dropped.ts';
import { itemOf, listOf, type PairTable } from './pair-table.ts';
import { nthLargest, sharesOf } from './select.ts';

/**
 * The counts of a sub-window, list after list without gaps, twelve bytes per pair:
 *
 *   starts: where each list begins, and the end    items: ... | items of list n | ...    counts: beside
 */
export class Packed {
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly items: Uint32Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;

  constructor(
    starts: Uint32Array<ArrayBuffer>,
    items: Uint32Array<ArrayBuffer>,
    counts: Float64Array<ArrayBuffer>,
  ) {
    this.starts = starts;
    this.items = items;
    this.counts = counts;
  }

  /** A copy of the table with unsorted items, for reading lists while the table changes. */
  static view({ cells, size }: PairTable, lists: number): Packed {
    const starts = new Uint32Array(lists + 1);
    for (let cell = 0; cell < cells.length; cell += 2) {
      const key = cells[cell] ?? 0;
      if (key === 0) continue;
      const after = listOf(key) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let list = 0; list < lists; list++) starts[list + 1] = (starts[list + 1] ?? 0) + (starts[list] ?? 0);
    const next = starts.slice();
    const items = new Uint32Array(size);
    const counts = new Float64Array(size);
    for (let cell = 0; cell < cells.length; cell += 2) {
      const key = cells[cell] ?? 0;
      if (key === 0) continue;
      const list = listOf(key);
      const at = next[list] ?? 0;
      next[list] = at + 1;
      items[at] = itemOf(key, list);
      counts[at] = cells[cell + 1] ?? 0;
    }
    return new Packed(starts, items, counts);
  }

  /** The largest of each list, at most `max` pairs in total, unsorted; the others go to `dropped`. */
  static largest(table: PairTable, lists: number, max: number, dropped: Dropped): Packed {
    const all = Packed.view(table, lists);
    return table.size > max ? all.#cut(lists, max, dropped) : all;
  }

  /** Sorts each list by item. Item and position form one number, so that the built-in sort suffices. */
  sort(): Packed {
    for (let list = 0; list + 1 < this.starts.length; list++) {
      const from = this.starts[list] ?? 0;
      const to = this.starts[list + 1] ?? 0;
      if (to - from < 2) continue;
      const before = this.counts.slice(from, to);
      const order = Float64Array.from(
        before,
        (_, at) => (this.items[from + at] ?? 0) * POSITIONS + at,
      ).sort();
      for (let at = 0; at < order.length; at++) {
        const both = order[at] ?? 0;
        const item = Math.floor(both / POSITIONS);
        this.items[from + at] = item;
        this.counts[from + at] = before[both - item * POSITIONS] ?? 0;
      }
    }
    return this;
  }
  get size(): number {
    return this.items.length;
  }

  /** Undefined for a missing pair. Only after `sort`. */
  get(list: number, item: number): number | undefined {
    let low = this.starts[list] ?? 0;
    let high = (this.starts[list + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.items[middle] ?? 0;
      if (found === item) return this.counts[middle];
      if (found < item) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  forEach(visit: (list: number, item: number, count: number) => void): void {
    for (let list = 0; list + 1 < this.starts.length; list++)
      for (let at = this.starts[list] ?? 0; at < (this.starts[list + 1] ?? 0); at++)
        visit(list, this.items[at] ?? 0, this.counts[at] ?? 0);
  }

  get bytes(): number {
    return this.starts.byteLength + this.items.byteLength + this.counts.byteLength;
  }

  #cut(lists: number, max: number, dropped: Dropped): Packed {
    const shares = this.#shares(lists, max);
    const starts = new Uint32Array(lists + 1);
    let kept = 0;
    for (let list = 0; list < lists; list++) {
      kept = this.#keepLargest(list, shares[list] ?? 0, kept, dropped);
      starts[list + 1] = kept;
    }
    return new Packed(starts, this.items.slice(0, kept), this.counts.slice(0, kept));
  }

  #shares(lists: number, max: number): Uint32Array {
    const sizes = new Uint32Array(lists);
    const totals = new Float64Array(lists);
    for (let list = 0; list < lists; list++) {
      const end = this.starts[list + 1] ?? 0;
      sizes[list] = end - (this.starts[list] ?? 0);
      for (let at = this.starts[list] ?? 0; at < end; at++)
        totals[list] = (totals[list] ?? 0) + (this.counts[at] ?? 0);
    }
    return sharesOf(sizes, totals, max, ENOUGH);
  }

  /** Moves the kept pairs of a list to the front and returns where the next list starts. */
  #keepLargest(list: number, share: number, keptBefore: number, dropped: Dropped): number {
    const from = this.starts[list] ?? 0;
    const to = this.starts[list + 1] ?? 0;
    const isAll = to - from <= share;
    const smallest = isAll ? 0 : nthLargest(this.counts.slice(from, to), share);
    // Of the pairs equal to the smallest, as many as fit after the larger ones.
    let room = share;
    for (let at = from; at < to && !isAll; at++) if ((this.counts[at] ?? 0) > smallest) room--;
    let kept = keptBefore;
    for (let at = from; at < to; at++) {
      const item = this.items[at] ?? 0;
      const count = this.counts[at] ?? 0;
      if (isAll || count > smallest || (count === smallest && room-- > 0)) {
        this.items[kept] = item;
        this.counts[kept++] = count;
      } else dropped.take(list, item, count);
    }
    return kept;
  }
}

/** TREND-1: lists show up to 500 items; twice that in each sub-window suffices for any of them. */
const ENOUGH = 1024;
/** A list has fewer pairs than this, and 2^32 items times this is still an exact integer. */
const POSITIONS = 2 ** 21;
