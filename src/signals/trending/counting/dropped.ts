import { CountMinSketch } from './count-min.ts';

/**
 * Bounds the counts of items that a sub-window dropped. A dropped item raises two values to its total count:
 * its list's floor, which is the largest count ever dropped from that list, and its cells in the sub-window's
 * sketch, which all lists share. The smaller of the two is never below the item's count.
 *
 * While a sub-window is open and full, only floors are raised: five cells for each of millions of items that
 * occur once would cost more than counting them. An incomplete sketch is useless, so it is discarded then.
 *
 * A list that keeps its m largest has a floor of at most about its total / m, with certainty: whenever the
 * floor rises by one, each of more than m items above it was counted again. A sketch of 2048 by 5 per list
 * would guarantee e / 2048, which is total / 754, only with probability 0.993, for 80 kB.
 */
export class Dropped {
  floors: Float64Array<ArrayBuffer> | null = null;
  sketch: CountMinSketch | null = null;
  readonly #lists: number;

  constructor(lists: number) {
    this.#lists = lists;
  }

  get isEmpty(): boolean {
    return this.floors === null;
  }

  take(list: number, item: number, count: number): void {
    if (this.floors === null) this.sketch = new CountMinSketch();
    this.#raise(list, count);
    this.sketch?.raise(list, item, count);
  }

  /** For items that are not recorded in the sketch. */
  raiseFloor(list: number, count: number): void {
    this.#raise(list, count);
    this.sketch = null;
  }

  floor(list: number): number {
    return this.floors?.[list] ?? 0;
  }

  /** Never below the dropped count of this item. */
  estimate(list: number, item: number): number {
    const floor = this.floors?.[list] ?? 0;
    if (floor === 0 || this.sketch === null) return floor;
    return Math.min(floor, this.sketch.estimate(list, item));
  }

  /** By sum, floors and cells alike: an item may have been dropped on both sides. */
  merge(other: Dropped): void {
    if (other.floors === null) return;
    if (this.floors === null && other.sketch !== null) this.sketch = new CountMinSketch();
    if (other.sketch === null) this.sketch = null;
    else this.sketch?.merge(other.sketch);
    this.floors ??= new Float64Array(this.#lists);
    for (let list = 0; list < this.floors.length; list++)
      this.floors[list] = (this.floors[list] ?? 0) + (other.floors[list] ?? 0);
  }

  get bytes(): number {
    return (this.floors?.byteLength ?? 0) + (this.sketch?.cells.byteLength ?? 0);
  }
  #raise(list: number, count: number): void {
    this.floors ??= new Float64Array(this.#lists);
    if ((this.floors[list] ?? 0) < count) this.floors[list] = count;
  }
}
