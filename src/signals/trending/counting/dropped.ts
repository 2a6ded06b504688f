import { CountMinSketch } from './count-min.ts';

/**
 * What a sub-window had no room for. An item that is dropped leaves two marks, both with its whole count: its
 * list's floor, which is the largest count ever dropped from that list, and the sub-window's sketch, which all
 * lists share. The smaller of the two is never below the item's count.
 *
 * While a sub-window is open and overfull, floors alone are raised: five cells for each of millions of items that
 * come once would cost more than counting them. A sketch that has not seen everything is worth nothing, so there
 * is none from then on.
 *
 * A list that keeps its m largest has a floor of about its total / m at most, with certainty: whenever the floor
 * rises by one, more than m items have been counted above it once more each. A sketch of 2048 by 5 for each list
 * would promise e / 2048, which is total / 754, with probability 0.993 and for 80 kB.
 */
export class Dropped {
  floors: Float64Array<ArrayBuffer> | null = null;
  sketch: CountMinSketch | null = null;
  readonly #lists: number;

  constructor(lists: number) {
    this.#lists = lists;
  }

  get isNothing(): boolean {
    return this.floors === null;
  }

  take(list: number, item: number, count: number): void {
    if (this.floors === null) this.sketch = new CountMinSketch();
    this.#raise(list, count);
    this.sketch?.raise(list, item, count);
  }

  /** For items whose names are not noted. */
  raiseFloor(list: number, count: number): void {
    this.#raise(list, count);
    this.sketch = null;
  }

  floor(list: number): number {
    return this.floors?.[list] ?? 0;
  }

  /** At least what was dropped of this item. */
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
