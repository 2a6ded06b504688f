import { keyHash, sameKey } from './keys.ts';
import type { TextSlots } from './text-slots.ts';

/**
 * Which texts have a key: one open-addressed table for all keys of all texts, at most five eighths full. A cell
 * holds a slot and the number of its key; the key itself is read from the slot. Texts with the same key lie in one
 * run of cells, and at most `MAX_BUCKET_SIZE` of them are kept: a sentence in every article of a publisher would
 * otherwise fill its bucket without end, and every new text would scan all of it.
 *
 *   cell = slot * 32 + key + 1, or 0 when free
 */
export class KeyBuckets {
  readonly #slots: TextSlots;
  #cells = new Uint32Array(1 << 15);
  #filled = 0;

  constructor(slots: TextSlots) {
    this.#slots = slots;
  }

  /** Calls `visit` with every other text that has this key of the slot, until it returns true. */
  visit(slot: number, key: number, visit: (other: number) => boolean): void {
    const cells = this.#cells;
    for (let at = this.#home(slot, key); ; at = (at + 1) & (cells.length - 1)) {
      const cell = cells[at] ?? 0;
      if (cell === 0) return;
      const other = slotOf(cell);
      if (keyOf(cell) === key && other !== slot && sameKey(this.#slots, slot, other, key) && visit(other))
        return;
    }
  }

  /**
   * A full bucket drops one text for the new one: of the same group if there is one (they are interchangeable), else
   * the oldest. That text is still found by its other keys: copies share four or five of the sixteen bands on
   * average, and only bands of common sentences are ever full.
   */
  insert(slot: number, key: number): void {
    if (this.#filled * 8 >= this.#cells.length * 5) this.#grow();
    const cells = this.#cells;
    let [inBucket, replaced, oldest] = [0, -1, -1];
    let at = this.#home(slot, key);
    for (; cells[at] !== 0; at = (at + 1) & (cells.length - 1)) {
      const cell = cells[at] ?? 0;
      const other = slotOf(cell);
      if (keyOf(cell) !== key || !sameKey(this.#slots, slot, other, key)) continue;
      inBucket++;
      if (replaced < 0 && this.#slots.group[other] === this.#slots.group[slot]) replaced = at;
      if (oldest < 0 || this.#isOlder(other, slotOf(cells[oldest] ?? 0))) oldest = at;
    }
    if (inBucket >= MAX_BUCKET_SIZE) at = replaced < 0 ? oldest : replaced;
    else this.#filled++;
    cells[at] = slot * 32 + key + 1;
  }

  remove(slot: number, key: number): void {
    const cells = this.#cells;
    const wanted = slot * 32 + key + 1;
    let at = this.#home(slot, key);
    while (cells[at] !== wanted) {
      if (cells[at] === 0) return;
      at = (at + 1) & (cells.length - 1);
    }
    this.#filled--;
    this.#closeGap(at);
  }

  get bytes(): number {
    return this.#cells.byteLength;
  }

  #isOlder(slot: number, than: number): boolean {
    return (this.#slots.lastAt[slot] ?? 0) < (this.#slots.lastAt[than] ?? 0);
  }

  #home(slot: number, key: number): number {
    return keyHash(this.#slots, slot, key) & (this.#cells.length - 1);
  }

  /** Moves back entries that would become unreachable across the gap. */
  #closeGap(free: number): void {
    const cells = this.#cells;
    const mask = cells.length - 1;
    let gap = free;
    for (let at = (gap + 1) & mask; cells[at] !== 0; at = (at + 1) & mask) {
      const cell = cells[at] ?? 0;
      const home = this.#home(slotOf(cell), keyOf(cell));
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      cells[gap] = cell;
      gap = at;
    }
    cells[gap] = 0;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Uint32Array(2 * old.length);
    const mask = this.#cells.length - 1;
    for (const cell of old) {
      if (cell === 0) continue;
      let at = this.#home(slotOf(cell), keyOf(cell));
      while (this.#cells[at] !== 0) at = (at + 1) & mask;
      this.#cells[at] = cell;
    }
  }
}

function slotOf(cell: number): number {
  return (cell - 1) >>> 5;
}

function keyOf(cell: number): number {
  return (cell - 1) & 31;
}

const MAX_BUCKET_SIZE = 32;
