import type { ArticleRing } from './article-ring.ts';
import type { ArticleSimilarity } from './packed.ts';
import type { Probe } from './probe.ts';

/**
 * The articles that one article is compared with, grouped by story. For most stories only the similarity of the
 * nearest article matters, and loading the story object would cost more than comparing an article. So stories are
 * known by number only, and everything is in columns.
 *
 *   number of a story -> slot by its last bits, or the next free one -> 1 + row, 0 where there is none
 *   row  -> story, best ...        one for each story, in the order in which they were met
 *   turn -> article, row, alike    one for each article, in the same order
 */
export class NearestStories {
  readonly #slots = new Uint8Array(SLOTS);
  readonly #storyOf = new Int32Array(MAX_COMPARED);
  readonly #counts = new Uint8Array(MAX_COMPARED);
  readonly #best = new Float64Array(MAX_COMPARED);
  readonly #title = new Float64Array(MAX_COMPARED);
  readonly #shared = new Float64Array(MAX_COMPARED);
  readonly #words = new Uint8Array(MAX_COMPARED);
  readonly #nearest = new Int32Array(MAX_COMPARED);
  readonly #articles = new Int32Array(MAX_COMPARED);
  readonly #rows = new Uint8Array(MAX_COMPARED);
  readonly #similarities = new Float64Array(MAX_COMPARED);
  readonly #similarity: ArticleSimilarity = { whole: 0, title: 0, shared: 0 };
  #stories = 0;
  #turns = 0;

  clear(): void {
    this.#slots.fill(0);
    this.#stories = 0;
    this.#turns = 0;
  }

  get isFull(): boolean {
    return this.#turns === MAX_COMPARED;
  }

  /** Adds an article to compare, unless its story has enough already: a large story must not crowd out the others. */
  add(article: number, story: number): void {
    const row = this.#rowOf(story);
    const count = this.#counts[row] ?? 0;
    if (count === MAX_PER_STORY) return;
    this.#counts[row] = count + 1;
    this.#articles[this.#turns] = article;
    this.#rows[this.#turns++] = row;
  }

  compare(articles: ArticleRing, probe: Probe): void {
    articles.prefetch(this.#articles, this.#turns);
    const similarity = this.#similarity;
    for (let turn = 0; turn < this.#turns; turn++) {
      const [article, row] = [this.#articles[turn] ?? 0, this.#rows[turn] ?? 0];
      const words = articles.compare(article, probe, similarity);
      this.#similarities[turn] = similarity.whole;
      this.#title[row] = Math.max(this.#title[row] ?? 0, similarity.title);
      if (similarity.whole < (this.#best[row] ?? 0)) continue;
      this.#best[row] = similarity.whole;
      this.#shared[row] = similarity.shared;
      this.#words[row] = words;
      this.#nearest[row] = article;
    }
  }

  /**
   * The stories with the most similar articles, best first; all in the order of arrival if there are no more than
   * the limit.
   */
  nearest(limit: number): NearbyStory[] {
    const rows = Array.from({ length: this.#stories }, (_, row) => row);
    if (rows.length <= limit) return rows.map(row => this.#read(row));
    const [best, storyOf] = [this.#best, this.#storyOf];
    rows.sort((a, b) => (best[b] ?? 0) - (best[a] ?? 0) || (storyOf[a] ?? 0) - (storyOf[b] ?? 0));
    return rows.slice(0, limit).map(row => this.#read(row));
  }

  #read(row: number): NearbyStory {
    const near: NearbyStory = {
      number: this.#storyOf[row] ?? 0,
      articles: [],
      similarities: [],
      best: this.#best[row] ?? 0,
      title: this.#title[row] ?? 0,
      nearest: this.#nearest[row] ?? 0,
      words: this.#words[row] ?? 0,
      shared: this.#shared[row] ?? 0,
    };
    for (let turn = 0; turn < this.#turns; turn++) {
      if (this.#rows[turn] !== row) continue;
      near.articles.push(this.#articles[turn] ?? 0);
      near.similarities.push(this.#similarities[turn] ?? 0);
    }
    return near;
  }

  #rowOf(story: number): number {
    let slot = story & (SLOTS - 1);
    for (let row = this.#slots[slot] ?? 0; row !== 0; row = this.#slots[slot] ?? 0) {
      if (this.#storyOf[row - 1] === story) return row - 1;
      slot = (slot + 1) & (SLOTS - 1);
    }
    const row = this.#stories++;
    this.#slots[slot] = row + 1;
    this.#storyOf[row] = story;
    this.#counts[row] = 0;
    this.#best[row] = 0;
    this.#title[row] = 0;
    return row;
  }
}

const MAX_COMPARED = 64;
const MAX_PER_STORY = 5;
/** Four times the maximum number of stories, so that probing is short. */
const SLOTS = 256;

/** A story as seen through its compared articles. */
export interface NearbyStory {
  readonly number: number;
  /** The compared articles and their similarities. */
  readonly articles: number[];
  readonly similarities: number[];
  readonly best: number;
  readonly title: number;
  /** The nearest article: its number, its word count, and the share of the weight that it has too. */
  readonly nearest: number;
  readonly words: number;
  readonly shared: number;
}
