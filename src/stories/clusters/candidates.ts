import type { Articles } from './articles.ts';
import { compareWithRest, EVIDENCE, type Weighed, weighStory } from './evidence.ts';
import { Likely } from './likely.ts';
import { NearStories, type NearStory } from './near-stories.ts';
import type { Postings } from './postings.ts';
import { Probe } from './probe.ts';
import type { Story } from './story.ts';
import { tellingWords } from './telling.ts';
import { hashOf } from './terms.ts';

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

  constructor(articles: Articles, postings: Postings) {
    this.#articles = articles;
    this.#postings = postings;
  }

  /** Without one story, as if it did not exist; or for an article that is here, as if it came only now. */
  find(article: Sought, open: ReadonlyMap<number, Story>, without?: Story, self = -1): Candidate[] {
    const near = this.#nearest(article, without, self);
    const own = self < 0 ? -1 : this.#articles.story(self);
    const telling = tellingWords(article.words);
    // One array for all of them: each by itself would be asked of the system.
    const evidence = new Float64Array(near.length * EVIDENCE.length);
    const found: Candidate[] = [];
    for (const one of near) {
      const story = open.get(one.number);
      if (story === undefined) continue;
      const place = found.length * EVIDENCE.length;
      const candidate = this.#candidate(
        one,
        story,
        evidence.subarray(place, place + EVIDENCE.length),
        article,
      );
      const nearest = this.#articles.words(one.nearest);
      weighStory(candidate, article, this.#probe, telling, nearest, one.number === own);
      found.push(candidate);
    }
    compareWithRest(found);
    return found;
  }

  /** The same ones before what speaks for them is weighed. */
  nearest(article: Sought, open: ReadonlyMap<number, Story>, without?: Story): Story[] {
    return this.#nearest(article, without, -1).flatMap(({ number }) => open.get(number) ?? []);
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

  #candidate(near: NearStory, story: Story, evidence: Float64Array, { meaning }: Sought): Candidate {
    const { alike, best, title, nearest, words, shared } = near;
    let nearestMeaning = 0;
    for (const number of near.articles)
      nearestMeaning = Math.max(nearestMeaning, this.#articles.meaningCosine(number, meaning));
    return { story, alike, best, title, meaning: nearestMeaning, nearest, words, shared, whole: 0, evidence };
  }
}

/** Only these are compared as wholes, which costs more than comparing articles. */
const MOST_WEIGHED = 16;

export interface Sought {
  readonly language: string;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
}

export type Candidate = Weighed;
