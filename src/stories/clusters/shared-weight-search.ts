import { heaviest, termOfPacked, weightOfPacked } from './packed.ts';
import { MAX_PER_TERM, type TermPostings } from './term-postings.ts';

/**
 * Finds the articles that share most of the weight of some words by walking the postings of the heaviest words. The
 * shared weight is summed in a table sized for the few articles met, so the cost does not depend on the number of
 * articles:
 *
 *   number of an article -> slot by its last bits, or the next free one -> numbers[slot], shares[slot]
 *
 * The best results are kept in a heap, largest first: callers stop long before the last one, so sorting all would be
 * wasted.
 */
export class SharedWeightSearch {
  readonly #found = new Int32Array(MAX_PER_TERM);
  readonly #numbers = new Int32Array(SLOTS).fill(NONE);
  readonly #shares = new Float32Array(SLOTS);
  /** The slots in use, in the order in which articles were met. */
  readonly #met = new Uint16Array(MAX_MET);
  readonly #histogram = new Uint16Array(STEPS);
  readonly #heap = new Float64Array(MAX_RESULTS);
  #oldest = 0;
  #count = 0;
  #left = 0;

  /** Runs the search; `next` returns the results one by one. */
  search(words: Uint32Array, postings: TermPostings, oldest: number): void {
    for (const word of heaviest(words, SEARCHED_TERMS)) {
      const weight = weightOfPacked(word) ** 2;
      const count = postings.recent(termOfPacked(word), oldest, this.#found, MAX_MET - this.#count);
      for (let at = 0; at < count; at++) this.#share(this.#found[at] ?? 0, weight);
    }
    this.#oldest = oldest;
    this.#left = this.#selectTop();
    for (let at = (this.#left >> 1) - 1; at >= 0; at--) this.#siftDown(at, this.#heap[at] ?? 0);
    this.#clear();
  }

  /** The remaining article with the largest share, the newest on ties; -1 when none is left. */
  next(): number {
    if (this.#left === 0) return NONE;
    const key = this.#heap[0] ?? 0;
    this.#left--;
    this.#siftDown(0, this.#heap[this.#left] ?? 0);
    return key - Math.floor(key / NUMBER_RANGE) * NUMBER_RANGE + this.#oldest;
  }

  /** Sifts a key down from a position of the heap. */
  #siftDown(start: number, key: number): void {
    const [heap, left] = [this.#heap, this.#left];
    let at = start;
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
    while (this.#numbers[slot] !== NONE && this.#numbers[slot] !== number) slot = (slot + 1) & (SLOTS - 1);
    if (this.#numbers[slot] === NONE) {
      this.#numbers[slot] = number;
      this.#met[this.#count++] = slot;
    }
    this.#shares[slot] = (this.#shares[slot] ?? 0) + weight;
  }

  /** Selects by histogram, which is cheaper than sorting. Returns the number of results. */
  #selectTop(): number {
    const cutoff = this.#count <= MAX_RESULTS ? -1 : this.#cutoffStep();
    let chosen = 0;
    for (let at = 0; at < this.#count; at++)
      if (this.#stepAt(at) > cutoff) this.#heap[chosen++] = this.#keyAt(at);
    // At the cutoff the articles met first win: the newest ones of the heaviest word.
    for (let at = 0; at < this.#count && chosen < MAX_RESULTS && cutoff >= 0; at++)
      if (this.#stepAt(at) === cutoff) this.#heap[chosen++] = this.#keyAt(at);
    return chosen;
  }

  /** The step above which fewer than MAX_RESULTS articles lie. */
  #cutoffStep(): number {
    this.#histogram.fill(0);
    for (let at = 0; at < this.#count; at++) {
      const step = this.#stepAt(at);
      this.#histogram[step] = (this.#histogram[step] ?? 0) + 1;
    }
    let cutoff = STEPS - 1;
    for (let above = 0; cutoff > 0; cutoff--) {
      above += this.#histogram[cutoff] ?? 0;
      if (above >= MAX_RESULTS) break;
    }
    return cutoff;
  }

  #stepAt(at: number): number {
    return Math.min(STEPS - 1, Math.floor((this.#shares[this.#met[at] ?? 0] ?? 0) * STEPS));
  }

  /** Share and number as one comparable number: 30 bits and 23. */
  #keyAt(at: number): number {
    const slot = this.#met[at] ?? 0;
    const share = Math.round((this.#shares[slot] ?? 0) * SHARE_STEPS);
    return share * NUMBER_RANGE + (this.#numbers[slot] ?? 0) - this.#oldest;
  }

  #clear(): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#met[at] ?? 0;
      this.#numbers[slot] = NONE;
      this.#shares[slot] = 0;
    }
    this.#count = 0;
  }
}

/** The articles of a window are numbered within this range. */
const NUMBER_RANGE = 2 ** 23;

const NONE = -1;
const SEARCHED_TERMS = 16;
/**
 * The heaviest words are walked first, so the limit cuts the lists of the commonest. With twice as many on a window
 * of a million articles, one of 8,000 articles was placed differently.
 */
const MAX_MET = 768;
/** More than twice MAX_MET, so that probing is short. */
const SLOTS = 1 << 11;
const MAX_RESULTS = 256;
const STEPS = 512;
/** Shares are below 2: vectors have length 1, plus rounding. */
const SHARE_STEPS = 2 ** 29;
