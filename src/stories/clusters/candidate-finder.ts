import type { Articles } from './article-ring.ts';
import { compareWithRest, EVIDENCE, type Sought, type Weighed, weighStory } from './evidence.ts';
import { NearStories, type NearStory } from './nearest-stories.ts';
import { Probe } from './probe.ts';
import { tellingWords } from './salient-terms.ts';
import { Likely } from './shared-weight-search.ts';
import { GLIMPSES, type Story } from './story-cluster.ts';
import { hashOf } from './term-hash.ts';
import type { Postings } from './term-postings.ts';

/**
 * The stories that an article could belong to, with what speaks for each. The article's heaviest words lead to
 * recent articles that have them; the best of those are compared word by word, and their stories as wholes.
 */
export class Candidates {
  readonly #articles: Articles;
  readonly #postings: Postings;
  readonly #likely = new Likely();
  readonly #probe = new Probe();
  readonly #near = new NearStories();
  /** Something of what was read ahead last, or the compiler would leave out the reading. */
  readonly #seen = new Float64Array(1);

  constructor(articles: Articles, postings: Postings) {
    this.#articles = articles;
    this.#postings = postings;
  }

  /** Without one story, as if it did not exist; or for an article that is here, as if it came only now. */
  find(article: Sought, open: ReadonlyMap<number, Story>, without?: Story, self = -1): Weighed[] {
    const near = this.#nearest(article, without, self);
    // One array for all of them: each by itself would be asked of the system.
    const evidence = new Float64Array(near.length * EVIDENCE.length);
    const found = this.#readAhead(near, open).flatMap((story, row) => {
      const [one, from] = [near[row], row * EVIDENCE.length];
      if (one === undefined || story === undefined) return [];
      return this.#candidate(one, story, evidence.subarray(from, from + EVIDENCE.length), article);
    });
    this.#weigh(found, article, self < 0 ? -1 : this.#articles.story(self));
    return found;
  }

  /** The same ones before what speaks for them is weighed. */
  nearest(article: Sought, open: ReadonlyMap<number, Story>, without?: Story): Story[] {
    return this.#nearest(article, without, -1).flatMap(({ number }) => open.get(number) ?? []);
  }

  /** The stories, of which memory is asked for what will be weighed, of all before the first; see `Articles.readAhead`. */
  #readAhead(near: readonly NearStory[], open: ReadonlyMap<number, Story>): (Story | undefined)[] {
    const stories = near.map(({ number }) => open.get(number));
    let seen = 0;
    for (const glimpse of GLIMPSES) for (const story of stories) if (story) seen += glimpse(story);
    for (const { nearest } of near) seen += this.#articles.glimpseOfMeaning(nearest);
    this.#seen[0] = seen;
    return stories;
  }

  #nearest(article: Sought, without: Story | undefined, self: number): NearStory[] {
    const [articles, near, likely] = [this.#articles, this.#near, this.#likely];
    const language = hashOf(article.language) | 0;
    near.clear();
    likely.search(article.words, this.#postings, articles.oldest);
    for (let number = likely.next(); number >= 0 && !near.isFull; number = likely.next()) {
      const story = articles.story(number);
      if (story < 0 || story === without?.number || number === self) continue;
      if (articles.languageHash(number) === language) near.add(number, story);
    }
    this.#probe.set(article.words);
    near.compare(articles, this.#probe);
    return near.nearest(MOST_WEIGHED);
  }

  #weigh(found: readonly Weighed[], article: Sought, own: number): void {
    const telling = tellingWords(article.words);
    for (const candidate of found) {
      const nearest = this.#articles.words(candidate.nearest);
      weighStory(candidate, article, this.#probe, telling, nearest, candidate.story.number === own);
    }
    compareWithRest(found);
  }

  #candidate(near: NearStory, story: Story, evidence: Float64Array, { meaning }: Sought): Weighed {
    const { alike, best, title, nearest, words, shared } = near;
    let nearestMeaning = 0;
    for (const number of near.articles)
      nearestMeaning = Math.max(nearestMeaning, this.#articles.meaningCosine(number, meaning));
    return { story, alike, best, title, meaning: nearestMeaning, nearest, words, shared, whole: 0, evidence };
  }
}

/** Only these are compared as wholes, which costs more than comparing articles. */
const MOST_WEIGHED = 16;
