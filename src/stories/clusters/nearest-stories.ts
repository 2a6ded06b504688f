import type { Articles } from './article-ring.ts';
import type { Likeness } from './packed.ts';
import type { Probe } from './probe.ts';

/**
 * The articles that one article is compared with, and what they say of their stories. Of most of these stories nothing
 * is ever wanted but how near their nearest article is, and a look at the story itself, wherever in memory it lies,
 * costs more than comparing an article: so they are known by their numbers only, and everything is in columns.
 *
 *   number of a story -> slot by its last bits, or the next free one -> 1 + row, 0 where there is none
 *   row  -> story, best ...        one for each story, in the order in which they were met
 *   turn -> article, row, alike    one for each article, in the same order
 */
export class NearStories {
  readonly #slots = new Uint8Array(SLOTS);
  readonly #storyOf = new Int32Array(MOST_COMPARED);
  readonly #counts = new Uint8Array(MOST_COMPARED);
  readonly #best = new Float64Array(MOST_COMPARED);
  readonly #title = new Float64Array(MOST_COMPARED);
  readonly #shared = new Float64Array(MOST_COMPARED);
  readonly #words = new Uint8Array(MOST_COMPARED);
  readonly #nearest = new Int32Array(MOST_COMPARED);
  readonly #articles = new Int32Array(MOST_COMPARED);
  readonly #rows = new Uint8Array(MOST_COMPARED);
  readonly #alike = new Float64Array(MOST_COMPARED);
  readonly #likeness: Likeness = { whole: 0, title: 0, shared: 0 };
  #stories = 0;
  #turns = 0;

  clear(): void {
    this.#slots.fill(0);
    this.#stories = 0;
    this.#turns = 0;
  }

  get isFull(): boolean {
    return this.#turns === MOST_COMPARED;
  }

  /** An article to be compared, unless enough of its story are: a large one must not take the places of all others. */
  add(article: number, story: number): void {
    const row = this.#rowOf(story);
    const count = this.#counts[row] ?? 0;
    if (count === MOST_OF_STORY) return;
    this.#counts[row] = count + 1;
    this.#articles[this.#turns] = article;
    this.#rows[this.#turns++] = row;
  }

  compare(articles: Articles, probe: Probe): void {
    articles.readAhead(this.#articles, this.#turns);
    const likeness = this.#likeness;
    for (let turn = 0; turn < this.#turns; turn++) {
      const [article, row] = [this.#articles[turn] ?? 0, this.#rows[turn] ?? 0];
      const words = articles.compare(article, probe, likeness);
      this.#alike[turn] = likeness.whole;
      this.#title[row] = Math.max(this.#title[row] ?? 0, likeness.title);
      if (likeness.whole < (this.#best[row] ?? 0)) continue;
      this.#best[row] = likeness.whole;
      this.#shared[row] = likeness.shared;
      this.#words[row] = words;
      this.#nearest[row] = article;
    }
  }

  /** Those whose nearest article is nearest, in this order; or all in the order in which they were met, if they are few. */
  nearest(most: number): NearStory[] {
    const rows = Array.from({ length: this.#stories }, (_, row) => row);
    if (rows.length <= most) return rows.map(row => this.#read(row));
    const [best, storyOf] = [this.#best, this.#storyOf];
    rows.sort((a, b) => (best[b] ?? 0) - (best[a] ?? 0) || (storyOf[a] ?? 0) - (storyOf[b] ?? 0));
    return rows.slice(0, most).map(row => this.#read(row));
  }

  #read(row: number): NearStory {
    const near: NearStory = {
      number: this.#storyOf[row] ?? 0,
      articles: [],
      alike: [],
      best: this.#best[row] ?? 0,
      title: this.#title[row] ?? 0,
      nearest: this.#nearest[row] ?? 0,
      words: this.#words[row] ?? 0,
      shared: this.#shared[row] ?? 0,
    };
    for (let turn = 0; turn < this.#turns; turn++) {
      if (this.#rows[turn] !== row) continue;
      near.articles.push(this.#articles[turn] ?? 0);
      near.alike.push(this.#alike[turn] ?? 0);
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

const MOST_COMPARED = 64;
const MOST_OF_STORY = 5;
/** Four times as many as there can be stories, so that free ones are near. */
const SLOTS = 256;

/** What the articles of a story that were compared say of it. */
export interface NearStory {
  readonly number: number;
  /** Those that were compared, and how alike each is. */
  readonly articles: number[];
  readonly alike: number[];
  readonly best: number;
  readonly title: number;
  /** The nearest article: its number, how many words it has, and how much of the weight it shares. */
  readonly nearest: number;
  readonly words: number;
  readonly shared: number;
}
