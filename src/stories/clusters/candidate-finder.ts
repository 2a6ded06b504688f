import type { ArticleRing } from './article-ring.ts';
import {
  type ArticleVector,
  compareCandidates,
  computeEvidence,
  EVIDENCE,
  type StoryCandidate,
} from './evidence.ts';
import { type NearbyStory, NearestStories } from './nearest-stories.ts';
import { Probe } from './probe.ts';
import { salientTerms } from './salient-terms.ts';
import { SharedWeightSearch } from './shared-weight-search.ts';
import { PREFETCH_STEPS, type StoryCluster } from './story-cluster.ts';
import { hashOf } from './term-hash.ts';
import type { TermPostings } from './term-postings.ts';

/**
 * Finds the stories that an article could belong to, with the evidence for each. The article's heaviest words lead
 * to recent articles that share them; the best of these are compared word by word, and their stories as a whole.
 */
export class CandidateFinder {
  readonly #articles: ArticleRing;
  readonly #postings: TermPostings;
  readonly #likely = new SharedWeightSearch();
  readonly #probe = new Probe();
  readonly #nearestStories = new NearestStories();
  /** Holds a value derived from the last prefetch; without a use the compiler would drop the reads. */
  readonly #seen = new Float64Array(1);

  constructor(articles: ArticleRing, postings: TermPostings) {
    this.#articles = articles;
    this.#postings = postings;
  }

  /**
   * `without` excludes a story as if it did not exist; `self` excludes an article of the window as if it arrived
   * now.
   */
  find(
    article: ArticleVector,
    open: ReadonlyMap<number, StoryCluster>,
    without?: StoryCluster,
    self = -1,
  ): StoryCandidate[] {
    const near = this.#findNearest(article, without, self);
    // One array for all candidates: typed arrays are expensive to allocate one by one.
    const evidence = new Float64Array(near.length * EVIDENCE.length);
    const found = this.#readAhead(near, open).flatMap((story, row) => {
      const [one, from] = [near[row], row * EVIDENCE.length];
      if (one === undefined || story === undefined) return [];
      return this.#candidate(one, story, evidence.subarray(from, from + EVIDENCE.length), article);
    });
    this.#weigh(found, article, self < 0 ? -1 : this.#articles.story(self));
    return found;
  }

  /** The same stories, before the evidence is computed. */
  nearest(
    article: ArticleVector,
    open: ReadonlyMap<number, StoryCluster>,
    without?: StoryCluster,
  ): StoryCluster[] {
    return this.#findNearest(article, without, -1).flatMap(({ number }) => open.get(number) ?? []);
  }

  /** The candidates' stories, prefetched all at once before the first is weighed; see `ArticleRing.prefetch`. */
  #readAhead(
    near: readonly NearbyStory[],
    open: ReadonlyMap<number, StoryCluster>,
  ): (StoryCluster | undefined)[] {
    const stories = near.map(({ number }) => open.get(number));
    let seen = 0;
    for (const glimpse of PREFETCH_STEPS) for (const story of stories) if (story) seen += glimpse(story);
    for (const { nearest } of near) seen += this.#articles.prefetchMeaning(nearest);
    this.#seen[0] = seen;
    return stories;
  }

  #findNearest(article: ArticleVector, without: StoryCluster | undefined, self: number): NearbyStory[] {
    const [articles, near, likely] = [this.#articles, this.#nearestStories, this.#likely];
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
    return near.nearest(MAX_CANDIDATES);
  }

  #weigh(found: readonly StoryCandidate[], article: ArticleVector, own: number): void {
    const telling = salientTerms(article.words);
    for (const candidate of found) {
      const nearest = this.#articles.words(candidate.nearest);
      computeEvidence(candidate, article, this.#probe, telling, nearest, candidate.story.number === own);
    }
    compareCandidates(found);
  }

  #candidate(
    near: NearbyStory,
    story: StoryCluster,
    evidence: Float64Array,
    { meaning }: ArticleVector,
  ): StoryCandidate {
    const { similarities, best, title, nearest, words, shared } = near;
    let nearestMeaning = 0;
    for (const number of near.articles)
      nearestMeaning = Math.max(nearestMeaning, this.#articles.meaningCosine(number, meaning));
    return {
      story,
      similarities,
      best,
      title,
      meaning: nearestMeaning,
      nearest,
      words,
      shared,
      whole: 0,
      evidence,
    };
  }
}

/** Only these are compared as a whole, which costs more than comparing articles. */
const MAX_CANDIDATES = 16;
