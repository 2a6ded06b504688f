import { type ArticleSimilarity, WORDS_PER_CACHE_LINE } from './packed.ts';
import type { Probe } from './probe.ts';
import type { StoryCluster } from './story-cluster.ts';
import { DIMENSIONS, meaningCosineAt } from './word-vectors.ts';

/**
 * The articles of the window in a ring of typed arrays. An article's number only grows; its slot is the number
 * modulo the capacity. Each has up to `STRIDE` packed words, ascending by term:
 *
 *   term (24 bits) | in title (1) | square root of its weight in a vector of length 1, in steps of 1/127 (7)
 *
 * The square root gives small weights, which are the most common, the finest steps. The article's meaning vector
 * lies beside the words, see word-vectors.ts.
 */
export class ArticleRing {
  readonly #maxCapacity: number;
  #ring: Ring;
  #oldest = 0;
  #next = 0;
  /** Holds a value derived from the last prefetch; without a use the compiler would drop the reads. */
  readonly #seen = new Uint32Array(1);

  constructor(capacity: number) {
    this.#maxCapacity = 2 ** Math.ceil(Math.log2(Math.max(1024, capacity)));
    this.#ring = emptyRing(1024);
  }

  get oldest(): number {
    return this.#oldest;
  }

  get next(): number {
    return this.#next;
  }

  /** True when one more article would overwrite the oldest. */
  get isFull(): boolean {
    return this.#next - this.#oldest === this.#maxCapacity;
  }

  add(article: RingEntry): number {
    if (this.#next - this.#oldest === this.#ring.capacity) this.#grow();
    const number = this.#next++;
    const at = number & (this.#ring.capacity - 1);
    this.#ring.words.set(article.words, at * STRIDE);
    this.#ring.counts[at] = article.words.length;
    this.#ring.stories[at] = article.story.number;
    this.#ring.languages[at] = article.story.languageHash;
    this.#ring.times[at] = article.time;
    this.#ring.ids[at] = article.id;
    this.#ring.repeats[at] = article.isRepeat ? 1 : 0;
    this.#ring.meanings.set(article.meaning, at * DIMENSIONS);
    return number;
  }

  has(number: number): boolean {
    return number >= this.#oldest && number < this.#next && this.story(number) >= 0;
  }

  /** The story's number, or -1 when the article was removed. */
  story(number: number): number {
    return this.#ring.stories[number & (this.#ring.capacity - 1)] ?? -1;
  }

  setStory(number: number, story: StoryCluster | undefined): void {
    const at = number & (this.#ring.capacity - 1);
    this.#ring.stories[at] = story?.number ?? -1;
    this.#ring.languages[at] = story?.languageHash ?? 0;
  }

  /** The hash of its story's language. */
  languageHash(number: number): number {
    return this.#ring.languages[number & (this.#ring.capacity - 1)] ?? 0;
  }

  time(number: number): number {
    return this.#ring.times[number & (this.#ring.capacity - 1)] ?? 0;
  }

  id(number: number): string {
    return this.#ring.ids[number & (this.#ring.capacity - 1)] ?? '';
  }

  /** A further copy of a text that already counts in its story. */
  isRepeat(number: number): boolean {
    return this.#ring.repeats[number & (this.#ring.capacity - 1)] === 1;
  }

  words(number: number): Uint32Array {
    const at = number & (this.#ring.capacity - 1);
    return this.#ring.words.subarray(at * STRIDE, at * STRIDE + (this.#ring.counts[at] ?? 0));
  }

  meaning(number: number): Int8Array {
    const at = number & (this.#ring.capacity - 1);
    return this.#ring.meanings.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
  }

  /**
   * Touches every cache line of the words of these articles. Independent reads overlap in memory; comparing right
   * away would wait for each one, which takes as long as all of them do here.
   */
  prefetch(numbers: Int32Array, count: number): void {
    const { words, capacity } = this.#ring;
    let seen = 0;
    for (let turn = 0; turn < count; turn++) {
      const from = ((numbers[turn] ?? 0) & (capacity - 1)) * STRIDE;
      for (let at = 0; at < STRIDE; at += WORDS_PER_CACHE_LINE) seen ^= words[from + at] ?? 0;
      seen ^= words[from + STRIDE - 1] ?? 0;
    }
    this.#seen[0] = seen;
  }

  /**
   * The similarity of an article and the probe's article, written into `similarity` to avoid allocation. Returns the
   * word count.
   */
  compare(number: number, probe: Probe, similarity: ArticleSimilarity): number {
    const at = number & (this.#ring.capacity - 1);
    const count = this.#ring.counts[at] ?? 0;
    probe.compare(this.#ring.words, at * STRIDE, at * STRIDE + count, similarity);
    return count;
  }

  /** Touches the meaning vector, so that it is in the cache when it is compared. */
  prefetchMeaning(number: number): number {
    return this.#ring.meanings[(number & (this.#ring.capacity - 1)) * DIMENSIONS] ?? 0;
  }

  meaningCosine(number: number, meaning: Int8Array): number {
    return meaningCosineAt(meaning, this.#ring.meanings, (number & (this.#ring.capacity - 1)) * DIMENSIONS);
  }

  /** Evicts everything before `number`; the caller has removed these articles from their stories. */
  evictBefore(number: number): void {
    for (; this.#oldest < number; this.#oldest++)
      this.#ring.ids[this.#oldest & (this.#ring.capacity - 1)] = '';
  }

  bytes(): number {
    const { words, counts, stories, languages, times, repeats, meanings } = this.#ring;
    const columns = [words, counts, stories, languages, times, repeats, meanings];
    return columns.reduce((sum, part) => sum + part.byteLength, 0);
  }

  #grow(): void {
    const old = this.#ring;
    const ring = emptyRing(old.capacity * 2);
    for (let number = this.#oldest; number < this.#next; number++) {
      const from = number & (old.capacity - 1);
      const to = number & (ring.capacity - 1);
      ring.words.set(old.words.subarray(from * STRIDE, (from + 1) * STRIDE), to * STRIDE);
      ring.meanings.set(old.meanings.subarray(from * DIMENSIONS, (from + 1) * DIMENSIONS), to * DIMENSIONS);
      ring.counts[to] = old.counts[from] ?? 0;
      ring.stories[to] = old.stories[from] ?? -1;
      ring.languages[to] = old.languages[from] ?? 0;
      ring.times[to] = old.times[from] ?? 0;
      ring.repeats[to] = old.repeats[from] ?? 0;
      ring.ids[to] = old.ids[from] ?? '';
    }
    this.#ring = ring;
  }
}

function emptyRing(capacity: number): Ring {
  return {
    capacity,
    words: new Uint32Array(capacity * STRIDE),
    meanings: new Int8Array(capacity * DIMENSIONS),
    counts: new Uint8Array(capacity),
    stories: new Int32Array(capacity).fill(-1),
    languages: new Int32Array(capacity),
    times: new Float64Array(capacity),
    repeats: new Uint8Array(capacity),
    ids: new Array<string>(capacity).fill(''),
  };
}

const STRIDE = 48;

interface Ring {
  readonly capacity: number;
  readonly words: Uint32Array;
  readonly meanings: Int8Array;
  readonly counts: Uint8Array;
  readonly stories: Int32Array;
  readonly languages: Int32Array;
  readonly times: Float64Array;
  readonly repeats: Uint8Array;
  readonly ids: string[];
}

export interface RingEntry {
  readonly id: string;
  readonly story: StoryCluster;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
  readonly isRepeat: boolean;
}
