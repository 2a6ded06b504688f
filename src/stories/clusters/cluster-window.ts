import { ArticleRing } from './article-ring.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { Centroid } from './centroid.ts';
import type { ArticleVector, StoryCandidate } from './evidence.ts';
import type { ClusterFeatures } from './features.ts';
import { heaviest } from './packed.ts';
import { Rarity } from './rarity.ts';
import { StoryCluster } from './story-cluster.ts';
import { TermPostings } from './term-postings.ts';
import { DIMENSIONS } from './word-vectors.ts';

/** The articles and stories of the last days, and the indexes to find them. It decides nothing. */
export class ClusterWindow {
  readonly articles: ArticleRing;
  readonly stories = new Map<number, StoryCluster>();
  readonly #postings: TermPostings;
  readonly #rarity = new Rarity();
  readonly #candidates: CandidateFinder;
  readonly #numbers = new Map<string, number>();
  #nextStory = 0;

  constructor(maxArticles: number) {
    this.articles = new ArticleRing(maxArticles);
    this.#postings = new TermPostings(maxArticles * INDEXED_TERMS);
    this.#candidates = new CandidateFinder(this.articles, this.#postings);
  }

  vectorOf(features: ClusterFeatures): ArticleVector {
    const { language, publishedAt: time } = features;
    return { language, time, words: this.#rarity.weigh(features), meaning: features.meaning };
  }

  candidates(vector: ArticleVector): StoryCandidate[] {
    return this.#candidates.find(vector, this.stories);
  }

  /** The candidates of an article of the window if its own story did not exist. */
  candidatesWithoutOwn(number: number, own: StoryCluster): StoryCandidate[] {
    return this.#candidates.find(this.#storedVectorOf(number, own), this.stories, own);
  }

  /** The candidates of an article of the window if it arrived now; its own story may be among them. */
  candidatesWithOwn(number: number, own: StoryCluster): StoryCandidate[] {
    return this.#candidates.find(this.#storedVectorOf(number, own), this.stories, undefined, number);
  }

  /** The stories that such an article would be compared with. */
  storiesNear(number: number, own: StoryCluster): StoryCluster[] {
    return this.#candidates.nearest(this.#storedVectorOf(number, own), this.stories, own);
  }

  insert(
    id: string,
    features: ClusterFeatures,
    vector: ArticleVector,
    story: StoryCluster,
    isRepeat: boolean,
  ): number {
    const { words, time, meaning } = vector;
    const number = this.articles.add({ id, story, time, words, meaning, isRepeat });
    this.#numbers.set(id, number);
    if (!isRepeat) this.#rarity.add(features);
    if (!isRepeat) this.#post(number, words);
    if (this.#postings.isCrowded) this.#postAgain();
    this.attach(number, story);
    return number;
  }

  #post(number: number, words: Uint32Array): void {
    for (const word of heaviest(words, INDEXED_TERMS))
      this.#postings.add(word >>> 8, number, this.articles.oldest);
  }

  /** Twice as often as the window doubles, so it costs each article little. */
  #postAgain(): void {
    const { articles } = this;
    if (!this.#postings.restart((articles.next - articles.oldest) * INDEXED_TERMS)) return;
    for (let number = articles.oldest; number < articles.next; number++)
      if (!articles.isRepeat(number)) this.#post(number, articles.words(number));
  }

  newStory(id: string, language: string, time: number): StoryCluster {
    const story = new StoryCluster(this.#nextStory++, id, language, time);
    this.stories.set(story.number, story);
    return story;
  }

  attach(number: number, story: StoryCluster): void {
    const { articles } = this;
    articles.setStory(number, story);
    const isLast = (story.members.at(-1) ?? -1) < number;
    story.members.push(number);
    if (!isLast) story.members.sort((a, b) => a - b);
    story.first = Math.min(story.first, articles.time(number));
    story.last = Math.max(story.last, articles.time(number));
    if (articles.isRepeat(number)) return;
    story.voters++;
    if (story.meaning !== undefined) addTo(story.meaning, articles.meaning(number));
    if (story.centroid !== undefined) story.centroid.add(articles.words(number));
    else if (story.voters > 1) this.rebuild(story);
  }

  /** Removes an article from its story. */
  detach(number: number): void {
    const { articles } = this;
    const story = this.stories.get(articles.story(number));
    articles.setStory(number, undefined);
    if (story === undefined) return;
    story.members = story.members.filter(member => member !== number);
    if (story.members.length === 0 || articles.isRepeat(number)) return;
    // Rebuilding a large story for one article would cost more than placing it did.
    if (story.centroid === undefined || story.voters <= MAX_REBUILD_SIZE) {
      this.rebuild(story);
      return;
    }
    story.voters--;
    story.centroid.remove(articles.words(number));
    if (story.meaning !== undefined) addTo(story.meaning, articles.meaning(number), -1);
  }

  /** The centroid of a story; of a single text it is made on the fly. */
  centroidOf(story: StoryCluster): Centroid {
    return story.centroid ?? Centroid.of(story.members.map(member => this.articles.words(member)));
  }

  /** Rebuilds the centroid and the meaning from all articles. */
  rebuild(story: StoryCluster): void {
    const voters = story.members.filter(member => !this.articles.isRepeat(member));
    story.summed = story.members.length;
    story.voters = voters.length;
    story.centroid =
      voters.length > 1 ? Centroid.of(voters.map(member => this.articles.words(member))) : undefined;
    story.meaning = voters.length > 1 ? new Float32Array(DIMENSIONS) : undefined;
    if (story.meaning !== undefined)
      for (const member of voters) addTo(story.meaning, this.articles.meaning(member));
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** After evictions: releases some of the postings' memory per call. */
  sweep(): void {
    this.#postings.sweep(this.articles.oldest);
  }

  evict(id: string): void {
    this.#numbers.delete(id);
  }

  #storedVectorOf(number: number, { language }: StoryCluster): ArticleVector {
    const { articles } = this;
    const [words, meaning] = [articles.words(number), articles.meaning(number)];
    return { language, time: articles.time(number), words, meaning };
  }

  bytes(): { articles: number; postings: number; stories: number; rarity: number } {
    let stories = 0;
    for (const story of this.stories.values()) stories += story.bytes();
    return {
      articles: this.articles.bytes(),
      postings: this.#postings.bytes(),
      stories,
      rarity: this.#rarity.bytes(),
    };
  }
}

function addTo(sum: Float32Array, meaning: Int8Array, times = 1): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + times * (meaning[at] ?? 0);
}

const INDEXED_TERMS = 16;
const MAX_REBUILD_SIZE = 8;
