import { grow } from './grow.ts';
import { Interner } from './interner.ts';

/**
 * The entities or sources of each story as numbers by slot. The first few lie in one column: most stories
 * have no more, and separate arrays would cost a memory access each.
 */
export class NamesBySlot {
  readonly numbers = new Interner();
  readonly #overflow = new Map<number, readonly number[]>();
  #inline = new Uint32Array(0);
  /** The number of names in each slot. */
  counts = new Uint32Array(0);

  put(slot: number, names: readonly string[]): void {
    const numbers = names.map(name => this.numbers.acquire(name));
    this.counts[slot] = numbers.length;
    this.#inline.set(numbers.slice(0, INLINE), slot * INLINE);
    if (numbers.length > INLINE) this.#overflow.set(slot, numbers.slice(INLINE));
  }

  /** Call with the names that were put. */
  drop(slot: number, names: readonly string[]): void {
    for (const name of names) this.numbers.release(name);
    this.counts[slot] = 0;
    this.#overflow.delete(slot);
  }

  numberAt(slot: number, index: number): number {
    if (index < INLINE) return this.#inline[slot * INLINE + index] ?? 0;
    return this.#overflow.get(slot)?.[index - INLINE] ?? 0;
  }

  grow(slots: number): void {
    this.#inline = grow(this.#inline, new Uint32Array(slots * INLINE));
    this.counts = grow(this.counts, new Uint32Array(slots));
  }
}

/** Half a cache line. */
const INLINE = 8;
