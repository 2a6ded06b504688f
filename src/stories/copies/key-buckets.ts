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
    const places = this.#cells;
    for (let place = this.#home(slot, key); ; place = (place + 1) & (places.length - 1)) {
      const held = places[place] ?? 0;
      if (held === 0) return;
      const other = slotOf(held);
      if (keyOf(held) === key && other !== slot && sameKey(this.#slots, slot, other, key) && visit(other))
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
    const places = this.#cells;
    let [inBucket, given, oldest] = [0, -1, -1];
    let place = this.#home(slot, key);
    for (; places[place] !== 0; place = (place + 1) & (places.length - 1)) {
      const held = places[place] ?? 0;
      const other = slotOf(held);
      if (keyOf(held) !== key || !sameKey(this.#slots, slot, other, key)) continue;
      inBucket++;
      if (given < 0 && this.#slots.group[other] === this.#slots.group[slot]) given = place;
      if (oldest < 0 || this.#isOlder(other, slotOf(places[oldest] ?? 0))) oldest = place;
    }
    if (inBucket >= MAX_BUCKET_SIZE) place = given < 0 ? oldest : given;
    else this.#filled++;
    places[place] = slot * 32 + key + 1;
  }

  remove(slot: number, key: number): void {
    const places = this.#cells;
    const wanted = slot * 32 + key + 1;
    let place = this.#home(slot, key);
    while (places[place] !== wanted) {
      if (places[place] === 0) return;
      place = (place + 1) & (places.length - 1);
    }
    this.#filled--;
    this.#closeGap(place);
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
    const places = this.#cells;
    const mask = places.length - 1;
    let gap = free;
    for (let place = (gap + 1) & mask; places[place] !== 0; place = (place + 1) & mask) {
      const held = places[place] ?? 0;
      const home = this.#home(slotOf(held), keyOf(held));
      if (((place - home) & mask) < ((place - gap) & mask)) continue;
      places[gap] = held;
      gap = place;
    }
    places[gap] = 0;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Uint32Array(2 * old.length);
    const mask = this.#cells.length - 1;
    for (const held of old) {
      if (held === 0) continue;
      let place = this.#home(slotOf(held), keyOf(held));
      while (this.#cells[place] !== 0) place = (place + 1) & mask;
      this.#cells[place] = held;
    }
  }
}

function slotOf(held: number): number {
  return (held - 1) >>> 5;
}

function keyOf(held: number): number {
  return (held - 1) & 31;
}

export const MAX_BUCKET_SIZE = 32;
