import { mix } from '../../../lib/bits.ts';

/**
 * TREND-2: a Count-Min Sketch: `depth` rows of `width` cells; an item has one cell in each row, and its
 * estimate is the smallest of them. It never undercounts. With `add`, the overcount is at most e / width of
 * the total with probability 1 - e^-depth: 0.13 %, except for 0.7 % of items, with 2048 and 5.
 *
 * There are two ways to update it, and a sketch should use only one:
 *
 * - `add` is linear: two sketches merged by sum equal, cell for cell, one sketch over both streams.
 * - `raise` is the conservative update: a cell is raised to the item's total count, so it holds the largest of its
 *   items instead of their sum. Merged by sum it still never undercounts, since each cell is at least the count of
 *   each of its items in either stream, but it is no longer the sketch of both streams.
 *
 * The sub-windows use `raise`, because they drop items with their total count (see dropped.ts). Merging by
 * maximum would undercount with both.
 */
export class CountMinSketch {
  readonly width: number;
  readonly depth: number;
  readonly cells: Float64Array<ArrayBuffer>;

  /** The width is a power of two. */
  constructor(width = 2048, depth = 5, cells = new Float64Array(width * depth)) {
    if (!Number.isInteger(Math.log2(width))) throw new RangeError(`width ${width} is not a power of two`);
    if (cells.length !== width * depth)
      throw new RangeError(`${cells.length} cells are not ${width} x ${depth}`);
    this.width = width;
    this.depth = depth;
    this.cells = cells;
  }

  add(list: number, item: number, count: number): void {
    const start = hashOf(list, item);
    for (let row = 0; row < this.depth; row++) {
      const cell = this.#cell(start, row);
      this.cells[cell] = (this.cells[cell] ?? 0) + count;
    }
  }

  raise(list: number, item: number, count: number): void {
    const start = hashOf(list, item);
    for (let row = 0; row < this.depth; row++) {
      const cell = this.#cell(start, row);
      if ((this.cells[cell] ?? 0) < count) this.cells[cell] = count;
    }
  }

  estimate(list: number, item: number): number {
    const start = hashOf(list, item);
    let smallest = Number.POSITIVE_INFINITY;
    for (let row = 0; row < this.depth; row++) {
      const count = this.cells[this.#cell(start, row)] ?? 0;
      if (count < smallest) smallest = count;
    }
    return smallest;
  }

  merge(other: CountMinSketch): void {
    if (other.width !== this.width || other.depth !== this.depth)
      throw new RangeError('only sketches of the same width and depth can be merged');
    for (let cell = 0; cell < this.cells.length; cell++)
      this.cells[cell] = (this.cells[cell] ?? 0) + (other.cells[cell] ?? 0);
  }

  /**
   * Each row is mixed separately: with steps of one second hash, items that collide in two rows would collide
   * in all.
   */
  #cell(start: number, row: number): number {
    return row * this.width + (mix(start ^ Math.imul(row + 1, 0x9e3779b1)) & (this.width - 1));
  }
}

/** 32 bits in which every bit depends on the list and the item. */
export function hashOf(list: number, item: number): number {
  return mix(Math.imul(list + 1, 0x9e3779b1) ^ item);
}
