import { heaviest, termOfPacked, weightOfPacked } from './packed.ts';
import { MOST_PER_TERM, type Postings } from './term-postings.ts';

/**
 * The articles that share most of the weight of some words, found by walking the lists of the heaviest words only. What
 * each article shares is summed up in a table that is as small as the few that are met, so that the search costs the
 * same however many articles there are:
 *
 *   number of an article -> slot by its last bits, or the next free one -> numbers[slot], shares[slot]
 *
 * Those with the most lie in a heap, the largest on top: whoever asks for them stops long before the last one, so that
 * sorting them all would be for nothing.
 */
export class Likely {
  readonly #found = new Int32Array(MOST_PER_TERM);
  readonly #numbers = new Int32Array(SLOTS).fill(NOBODY);
  readonly #shares = new Float32Array(SLOTS);
  /** The slots in use, in the order in which their articles were met. */
  readonly #met = new Uint16Array(MOST_MET);
  readonly #having = new Uint16Array(STEPS);
  readonly #heap = new Float64Array(MOST_LIKELY);
  #oldest = 0;
  #count = 0;
  #left = 0;

  /** Finds them; `next` gives them out. */
  search(words: Uint32Array, postings: Postings, oldest: number): void {
    for (const word of heaviest(words, SEARCHED_TERMS)) {
      const weight = weightOfPacked(word) ** 2;
      const count = postings.recent(termOfPacked(word), oldest, this.#found, MOST_MET - this.#count);
      for (let at = 0; at < count; at++) this.#share(this.#found[at] ?? 0, weight);
    }
    this.#oldest = oldest;
    this.#left = this.#chooseMost();
    for (let at = (this.#left >> 1) - 1; at >= 0; at--) this.#sink(at, this.#heap[at] ?? 0);
    this.#clear();
  }

  /** The number of the one with the largest share that is left, of equals the newest; -1 when none is. */
  next(): number {
    if (this.#left === 0) return NOBODY;
    const key = this.#heap[0] ?? 0;
    this.#left--;
    this.#sink(0, this.#heap[this.#left] ?? 0);
    return key - Math.floor(key / MOST_NUMBERS) * MOST_NUMBERS + this.#oldest;
  }

  /** Puts a key where it belongs, from a place of the heap downwards. */
  #sink(place: number, key: number): void {
    const [heap, left] = [this.#heap, this.#left];
    let at = place;
    for (let child = 2 * at + 1; child < left; child = 2 * at + 1) {
      if (child + 1 < left && (heap[child + 1] ?? 0) > (heap[child] ?? 0)) child++;
      if ((heap[child] ?? 0) <= key) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = key;
  }

  #share(number: number, weight: number): void {
    let slot = number & (SLOTS - 1);
    while (this.#numbers[slot] !== NOBODY && this.#numbers[slot] !== number) slot = (slot + 1) & (SLOTS - 1);
    if (this.#numbers[slot] === NOBODY) {
      this.#numbers[slot] = number;
      this.#met[this.#count++] = slot;
    }
    this.#shares[slot] = (this.#shares[slot] ?? 0) + weight;
  }

  /** By counting how many have how much, which costs less than sorting them all. Says how many were chosen. */
  #chooseMost(): number {
    const least = this.#count <= MOST_LIKELY ? -1 : this.#leastStep();
    let chosen = 0;
    for (let at = 0; at < this.#count; at++)
      if (this.#stepAt(at) > least) this.#heap[chosen++] = this.#keyAt(at);
    // Of those that are just good enough, the ones that were met first: of the heaviest word, the newest.
    for (let at = 0; at < this.#count && chosen < MOST_LIKELY && least >= 0; at++)
      if (this.#stepAt(at) === least) this.#heap[chosen++] = this.#keyAt(at);
    return chosen;
  }

  /** Fewer than are wanted have more than this. */
  #leastStep(): number {
    this.#having.fill(0);
    for (let at = 0; at < this.#count; at++) {
      const step = this.#stepAt(at);
      this.#having[step] = (this.#having[step] ?? 0) + 1;
    }
    let least = STEPS - 1;
    for (let above = 0; least > 0; least--) {
      above += this.#having[least] ?? 0;
      if (above >= MOST_LIKELY) break;
    }
    return least;
  }

  #stepAt(at: number): number {
    return Math.min(STEPS - 1, Math.floor((this.#shares[this.#met[at] ?? 0] ?? 0) * STEPS));
  }

  /** Share first, then the number, as one number that compares as such: 30 bits and 23. */
  #keyAt(at: number): number {
    const slot = this.#met[at] ?? 0;
    const share = Math.round((this.#shares[slot] ?? 0) * SHARE_STEPS);
    return share * MOST_NUMBERS + (this.#numbers[slot] ?? 0) - this.#oldest;
  }

  #clear(): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#met[at] ?? 0;
      this.#numbers[slot] = NOBODY;
      this.#shares[slot] = 0;
    }
    this.#count = 0;
  }
}

/** Articles of a window are numbered within so many. */
export const MOST_NUMBERS = 2 ** 23;

const NOBODY = -1;
const SEARCHED_TERMS = 16;
/**
 * The heaviest words come first, so that it is the commonest ones whose lists are cut short. Twice as many were met where a
 * million articles are remembered, and one of 8,000 found another place by it.
 */
const MOST_MET = 768;
/** Over twice as many as are met, so that free ones are near. */
const SLOTS = 1 << 11;
const MOST_LIKELY = 256;
const STEPS = 512;
/** Shares are below 2: a vector of length 1, and what rounding adds. */
const SHARE_STEPS = 2 ** 29;
