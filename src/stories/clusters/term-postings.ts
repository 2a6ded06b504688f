/**
 * Which recent articles have a term: for each bucket of terms the newest few, side by side, so that walking a list costs
 * a few lines of memory however many articles there are. All lists lie in one array:
 *
 *   lists[bucket] -> | room (its class) | added | article, article, ... |   room for 2, 4, 8 ... or MOST articles
 *   free[class]   -> | where the next free list of this room is | ...
 *
 * The n-th article that was added lies at n modulo the room. A list that is full moves to one of twice the room, unless
 * what it holds is mostly forgotten; the largest ones overwrite their oldest. Terms share buckets by chance; whoever
 * walks compares the articles themselves anyway.
 */
export class Postings {
  readonly #lists: Int32Array;
  readonly #free = new Int32Array(CLASSES).fill(NONE);
  #store = new Int32Array(1 << 14);
  #end = 0;
  #swept = 0;

  /** `most` is how many are added before the first is forgotten. */
  constructor(most: number) {
    // A quarter as many buckets as postings keeps unrelated terms apart and the table small.
    this.#lists = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1 << 14, most / 4)))).fill(NONE);
  }

  /** Articles are added in the order of their numbers; those before `oldest` are forgotten. */
  add(term: number, article: number, oldest: number): void {
    const bucket = this.#bucketOf(term);
    let list = this.#lists[bucket] ?? NONE;
    if (list === NONE) list = this.#take(0);
    else if (this.#isFull(list)) list = this.#resized(list, oldest);
    this.#lists[bucket] = list;
    this.#push(list, article);
  }

  /** Writes the newest articles of a term's bucket, up to so many, into `found` and says how many they are. */
  recent(term: number, oldest: number, found: Int32Array, most: number): number {
    const list = this.#lists[this.#bucketOf(term)] ?? NONE;
    if (list === NONE) return 0;
    const store = this.#store;
    const room = roomOf(store[list] ?? 0);
    const added = store[list + 1] ?? 0;
    const held = Math.min(added, room, most);
    let count = 0;
    for (let at = (added - 1) % room; count < held; at = at === 0 ? room - 1 : at - 1) {
      const article = store[list + HEAD + at] ?? 0;
      if (article < oldest) break;
      found[count++] = article;
    }
    return count;
  }

  /** Gives back the room of lists that are forgotten, of some buckets at each call. */
  sweep(oldest: number): void {
    const end = this.#swept + Math.ceil(this.#lists.length / SWEEPS);
    for (; this.#swept < end; this.#swept++) {
      const bucket = this.#swept & (this.#lists.length - 1);
      const list = this.#lists[bucket] ?? NONE;
      if (list !== NONE && this.#newest(list) < oldest) {
        this.#giveBack(list);
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
    return kind < CLASSES - 1 && (this.#store[list + 1] ?? 0) >= roomOf(kind);
  }

  /** The same articles without the forgotten ones, in as much room as they need. */
  #resized(list: number, oldest: number): number {
    const kind = this.#store[list] ?? 0;
    const added = this.#store[list + 1] ?? 0;
    let first = 0;
    while (first < added && (this.#store[list + HEAD + first] ?? 0) < oldest) first++;
    const left = added - first;
    const larger = left * 2 > roomOf(kind) ? this.#take(kind + 1) : list;
    // Downwards in the same list, or from one list into another: never over what is still to be copied.
    for (let at = 0; at < left; at++)
      this.#store[larger + HEAD + at] = this.#store[list + HEAD + first + at] ?? 0;
    this.#store[larger + 1] = left;
    if (larger !== list) this.#giveBack(list);
    return larger;
  }

  #push(list: number, article: number): void {
    const added = this.#store[list + 1] ?? 0;
    const room = roomOf(this.#store[list] ?? 0);
    this.#store[list + HEAD + (added % room)] = article;
    // Kept small for ever, and where the next one goes stays the same.
    this.#store[list + 1] = added + 1 === 2 * room ? room : added + 1;
  }

  #newest(list: number): number {
    const room = roomOf(this.#store[list] ?? 0);
    return this.#store[list + HEAD + (((this.#store[list + 1] ?? 0) - 1) % room)] ?? 0;
  }

  #take(kind: number): number {
    const free = this.#free[kind] ?? NONE;
    const size = HEAD + roomOf(kind);
    const list = free === NONE ? this.#end : free;
    if (free === NONE) {
      while (this.#end + size > this.#store.length) this.#grow();
      this.#end += size;
    } else this.#free[kind] = this.#store[free] ?? NONE;
    this.#store[list] = kind;
    this.#store[list + 1] = 0;
    return list;
  }

  #giveBack(list: number): void {
    const kind = this.#store[list] ?? 0;
    this.#store[list] = this.#free[kind] ?? NONE;
    this.#free[kind] = list;
  }

  /** By halves, so that no more than a third is ever empty. */
  #grow(): void {
    const larger = new Int32Array(Math.ceil(this.#store.length * 1.5));
    larger.set(this.#store);
    this.#store = larger;
  }
}

function roomOf(kind: number): number {
  return kind === CLASSES - 1 ? MOST_PER_TERM : 2 << kind;
}

/** More of a term's articles than this are too old to tell of the same event. */
export const MOST_PER_TERM = 160;

/** Rooms of 2, 4, 8, 16, 32, 64, 128 and the most. */
const CLASSES = 8;
const HEAD = 2;
const NONE = -1;
const SWEEPS = 64;
