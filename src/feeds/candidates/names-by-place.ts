import { grown } from './grown.ts';
import { Numbered } from './numbered.ts';

/**
 * What each story names, or who tells it, as numbers by place: the first few side by side in one column, since most
 * stories have no more and a walk from object to object is a wait for memory at every step.
 */
export class NamesByPlace {
  readonly numbers = new Numbered();
  readonly #more = new Map<number, readonly number[]>();
  #first = new Uint32Array(0);
  /** How many each place has. */
  counts = new Uint32Array(0);

  put(place: number, names: readonly string[]): void {
    const numbers = names.map(name => this.numbers.hold(name));
    this.counts[place] = numbers.length;
    this.#first.set(numbers.slice(0, FIRST), place * FIRST);
    if (numbers.length > FIRST) this.#more.set(place, numbers.slice(FIRST));
  }

  /** The names are those that were put there. */
  drop(place: number, names: readonly string[]): void {
    for (const name of names) this.numbers.release(name);
    this.counts[place] = 0;
    this.#more.delete(place);
  }

  numberAt(place: number, index: number): number {
    if (index < FIRST) return this.#first[place * FIRST + index] ?? 0;
    return this.#more.get(place)?.[index - FIRST] ?? 0;
  }

  makeRoom(places: number): void {
    this.#first = grown(this.#first, new Uint32Array(places * FIRST));
    this.counts = grown(this.counts, new Uint32Array(places));
  }
}

/** Half a line of the cache. */
const FIRST = 8;
