/**
 * Which recent articles have a term: for each bucket of terms the newest few, side by side, so that walking a list
 * touches a few cache lines however many articles there are. All lists lie in one array:
 *
 *   lists[bucket] -> | room (its class) | added | article, article, ... |   room for 2, 4, 8 ... or MAX_PER_TERM articles
 *   free[class]   -> | where the next free list of this room is | ...
 *
 * The n-th article added lies at n modulo the capacity. A full list moves to one of twice the capacity, unless most
 * of its entries are evicted; the largest ones overwrite their oldest. Terms may share a bucket; callers compare the
 * articles themselves anyway.
 *
 * There is one table for each language, and most of them stay small, so the table of buckets starts small. The terms
 * are not stored: when it is crowded, the owner calls `restart` and adds the articles of the window again.
 */
export class TermPostings {
  readonly #maxBuckets: number;
  readonly #free = new Int32Array(SIZE_CLASSES).fill(NONE);
  #lists: Int32Array;
  #store = new Int32Array(MIN_BUCKETS);
  #end = 0;
  #swept = 0;
  #added = 0;

  /** `capacity` is the number of postings that a full window holds. */
  constructor(capacity: number) {
    // A quarter as many buckets as postings keeps most terms apart and the table small.
    this.#maxBuckets = powerOfTwo(capacity / 4);
    this.#lists = new Int32Array(MIN_BUCKETS).fill(NONE);
  }

  /** There are more postings than buckets, and may be more buckets. */
  get isCrowded(): boolean {
    return this.#added > this.#lists.length && this.#lists.length < this.#maxBuckets;
  }

  /**
   * Forgets all articles and returns true, or false when evictions have left room for those of the window, which have
   * so many postings.
   */
  restart(postings: number): boolean {
    const buckets = Math.min(this.#maxBuckets, powerOfTwo(2 * postings));
    this.#added = buckets > this.#lists.length ? 0 : postings;
    if (buckets <= this.#lists.length) return false;
    this.#lists = new Int32Array(buckets).fill(NONE);
    this.#free.fill(NONE);
    this.#end = 0;
    this.#swept = 0;
    return true;
  }

  /** Articles are added in the order of their numbers; those before `oldest` are evicted. */
  add(term: number, article: number, oldest: number): void {
    this.#added++;
    const bucket = this.#bucketOf(term);
    let list = this.#lists[bucket] ?? NONE;
    if (list === NONE) list = this.#allocate(0);
    else if (this.#isFull(list)) list = this.#resized(list, oldest);
    this.#lists[bucket] = list;
    this.#push(list, article);
  }

  /** Writes the newest articles of a term's bucket into `found` and returns how many there are. */
  recent(term: number, oldest: number, found: Int32Array, limit: number): number {
    const list = this.#lists[this.#bucketOf(term)] ?? NONE;
    if (list === NONE) return 0;
    const store = this.#store;
    const room = capacityOf(store[list] ?? 0);
    const added = store[list + 1] ?? 0;
    const held = Math.min(added, room, limit);
    let count = 0;
    for (let at = (added - 1) % room; count < held; at = at === 0 ? room - 1 : at - 1) {
      const article = store[list + HEAD + at] ?? 0;
      if (article < oldest) break;
      found[count++] = article;
    }
    return count;
  }

  /** Releases lists whose articles are all evicted, some buckets per call. */
  sweep(oldest: number): void {
    const end = this.#swept + Math.ceil(this.#lists.length / SWEEPS);
    for (; this.#swept < end; this.#swept++) {
      const bucket = this.#swept & (this.#lists.length - 1);
      const list = this.#lists[bucket] ?? NONE;
      if (list !== NONE && this.#newest(list) < oldest) {
        this.#release(list);
        this.#lists[bucket] = NONE;
      }
    }
    this.#swept &= this.#lists.length - 1;
  }

  bytes(): number {
    return this.#lists.byteLength + this.#store.byteLength;
  }

  #bucketOf(term: number): number {
    const hash = Math.imul(term, 0x9e3779b1);
    return (hash ^ (hash >>> 15)) & (this.#lists.length - 1);
  }

  #isFull(list: number): boolean {
    const kind = this.#store[list] ?? 0;
    return kind < SIZE_CLASSES - 1 && (this.#store[list + 1] ?? 0) >= capacityOf(kind);
  }

  /** The list without evicted articles, in the capacity that it needs. */
  #resized(list: number, oldest: number): number {
    const kind = this.#store[list] ?? 0;
    const added = this.#store[list + 1] ?? 0;
    let first = 0;
    while (first < added && (this.#store[list + HEAD + first] ?? 0) < oldest) first++;
    const left = added - first;
    const larger = left * 2 > capacityOf(kind) ? this.#allocate(kind + 1) : list;
    // Copies downwards or into another list, so nothing is overwritten before it is read.
    for (let at = 0; at < left; at++)
      this.#store[larger + HEAD + at] = this.#store[list + HEAD + first + at] ?? 0;
    this.#store[larger + 1] = left;
    if (larger !== list) this.#release(list);
    return larger;
  }

  #push(list: number, article: number): void {
    const added = this.#store[list + 1] ?? 0;
    const room = capacityOf(this.#store[list] ?? 0);
    this.#store[list + HEAD + (added % room)] = article;
    // Bounded, while the next slot stays the same.
    this.#store[list + 1] = added + 1 === 2 * room ? room : added + 1;
  }

  #newest(list: number): number {
    const room = capacityOf(this.#store[list] ?? 0);
    return this.#store[list + HEAD + (((this.#store[list + 1] ?? 0) - 1) % room)] ?? 0;
  }

  #allocate(kind: number): number {
    const free = this.#free[kind] ?? NONE;
    const size = HEAD + capacityOf(kind);
    const list = free === NONE ? this.#end : free;
    if (free === NONE) {
      while (this.#end + size > this.#store.length) this.#grow();
      this.#end += size;
    } else this.#free[kind] = this.#store[free] ?? NONE;
    this.#store[list] = kind;
    this.#store[list + 1] = 0;
    return list;
  }

  #release(list: number): void {
    const kind = this.#store[list] ?? 0;
    this.#store[list] = this.#free[kind] ?? NONE;
    this.#free[kind] = list;
  }

  /** Grows by half, so that at most a third is unused. */
  #grow(): void {
    const larger = new Int32Array(Math.ceil(this.#store.length * 1.5));
    larger.set(this.#store);
    this.#store = larger;
  }
}

function powerOfTwo(min: number): number {
  return Math.max(MIN_BUCKETS, 2 ** Math.ceil(Math.log2(min)));
}

function capacityOf(kind: number): number {
  return kind === SIZE_CLASSES - 1 ? MAX_PER_TERM : 2 << kind;
}

/** Older articles of a term are unlikely to be about the same event. */
export const MAX_PER_TERM = 160;

/** Capacities of 2, 4, 8, 16, 32, 64, 128 and MAX_PER_TERM. */
const SIZE_CLASSES = 8;
const MIN_BUCKETS = 1 << 14;
const HEAD = 2;
const NONE = -1;
const SWEEPS = 64;
