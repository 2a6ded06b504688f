/**
 * Which recent articles have a term. One ring of postings for all terms, each pointing to the one before it of
 * its bucket, so that adding is two writes, nothing is ever moved or freed, and the oldest are simply
 * overwritten:
 *
 *   newest[bucket] -> posting 907 -> posting 512 -> posting 88 (already overwritten: end)
 *   posting p at p mod capacity: article (its number), before (the posting before it, or -1)
 *
 * Terms share buckets by chance; whoever walks compares the articles themselves anyway.
 */
export class Postings {
  readonly #newest: Int32Array;
  #articles: Int32Array;
  #before: Int32Array;
  readonly #most: number;
  #next = 0;

  constructor(most: number) {
    // Half as many buckets as postings keeps chains of unrelated terms short and the table small.
    this.#most = powerOfTwo(most);
    this.#newest = new Int32Array(Math.min(1 << 21, Math.max(1 << 14, this.#most >> 1))).fill(-1);
    const start = Math.min(this.#most, 1 << 14);
    this.#articles = new Int32Array(start);
    this.#before = new Int32Array(start);
  }

  add(term: number, article: number): void {
    if (this.#next === this.#articles.length && this.#next < this.#most) this.#grow();
    const bucket = mix(term) & (this.#newest.length - 1);
    const at = this.#next & (this.#articles.length - 1);
    this.#articles[at] = article;
    this.#before[at] = this.#newest[bucket] ?? -1;
    this.#newest[bucket] = this.#next++;
  }

  /** Writes the newest articles of a term's bucket into `found` and says how many they are. */
  recent(term: number, found: Int32Array): number {
    const mask = this.#articles.length - 1;
    const oldest = this.#next - this.#articles.length;
    let count = 0;
    let posting = this.#newest[mix(term) & (this.#newest.length - 1)] ?? -1;
    while (posting >= 0 && posting >= oldest && count < found.length) {
      found[count++] = this.#articles[posting & mask] ?? -1;
      posting = this.#before[posting & mask] ?? -1;
    }
    return count;
  }

  bytes(): number {
    return this.#newest.byteLength + this.#articles.byteLength + this.#before.byteLength;
  }

  #grow(): void {
    this.#articles = doubled(this.#articles);
    this.#before = doubled(this.#before);
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1 << 14, atLeast)));
}

function mix(term: number): number {
  const hash = Math.imul(term, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
