import { Articles } from './article-ring.ts';
import { Candidates } from './candidate-finder.ts';
import { Centroid } from './centroid.ts';
import type { Sought, Weighed } from './evidence.ts';
import type { ClusterFeatures } from './features.ts';
import { heaviest } from './packed.ts';
import { Rarity } from './rarity.ts';
import { Story } from './story-cluster.ts';
import { Postings } from './term-postings.ts';
import { DIMENSIONS } from './word-vectors.ts';

/** The articles and stories of the last days and the ways to find them; it decides nothing. */
export class Window {
  readonly articles: Articles;
  readonly stories = new Map<number, Story>();
  readonly #postings: Postings;
  readonly #rarity = new Rarity();
  readonly #candidates: Candidates;
  readonly #numbers = new Map<string, number>();
  #nextStory = 0;

  constructor(mostArticles: number) {
    this.articles = new Articles(mostArticles);
    this.#postings = new Postings(mostArticles * POSTED_TERMS);
    this.#candidates = new Candidates(this.articles, this.#postings);
  }

  sought(features: ClusterFeatures): Sought {
    const { language, publishedAt: time } = features;
    return { language, time, words: this.#rarity.weigh(features), meaning: features.meaning };
  }

  candidates(sought: Sought): Weighed[] {
    return this.#candidates.find(sought, this.stories);
  }

  /** What an article that is here would find if its own story did not exist. */
  candidatesOf(number: number, own: Story): Weighed[] {
    return this.#candidates.find(this.#soughtAgain(number, own), this.stories, own);
  }

  /** What an article that is here would find if it came only now; its own story may be among it. */
  candidatesAgain(number: number, own: Story): Weighed[] {
    return this.#candidates.find(this.#soughtAgain(number, own), this.stories, undefined, number);
  }

  /** The stories that such an article would be compared with, nearest first or few. */
  storiesNear(number: number, own: Story): Story[] {
    return this.#candidates.nearest(this.#soughtAgain(number, own), this.stories, own);
  }

  insert(id: string, features: ClusterFeatures, sought: Sought, story: Story, quiet: boolean): number {
    const { words, time, meaning } = sought;
    const number = this.articles.add({ id, story, time, words, meaning, quiet });
    this.#numbers.set(id, number);
    if (!quiet) this.#rarity.see(features);
    if (!quiet)
      for (const word of heaviest(words, POSTED_TERMS))
        this.#postings.add(word >>> 8, number, this.articles.oldest);
    this.attach(number, story);
    return number;
  }

  newStory(id: string, language: string, time: number): Story {
    const story = new Story(this.#nextStory++, id, language, time);
    this.stories.set(story.number, story);
    return story;
  }

  attach(number: number, story: Story): void {
    const { articles } = this;
    articles.setStory(number, story);
    const isLast = (story.members.at(-1) ?? -1) < number;
    story.members.push(number);
    if (!isLast) story.members.sort((a, b) => a - b);
    story.first = Math.min(story.first, articles.time(number));
    story.last = Math.max(story.last, articles.time(number));
    if (articles.isQuiet(number)) return;
    story.voters++;
    if (story.meaning !== undefined) addTo(story.meaning, articles.meaning(number));
    if (story.centroid !== undefined) story.centroid.add(articles.words(number));
    else if (story.voters > 1) this.rebuild(story);
  }

  /** Takes an article out of its story. */
  detach(number: number): void {
    const { articles } = this;
    const story = this.stories.get(articles.story(number));
    articles.setStory(number, undefined);
    if (story === undefined) return;
    story.members = story.members.filter(member => member !== number);
    if (story.members.length === 0 || articles.isQuiet(number)) return;
    // Summing up a large story again for the sake of one article would cost more than placing it did.
    if (story.centroid === undefined || story.voters <= FEW) {
      this.rebuild(story);
      return;
    }
    story.voters--;
    story.centroid.remove(articles.words(number));
    if (story.meaning !== undefined) addTo(story.meaning, articles.meaning(number), -1);
  }

  /** The words of a story, as a centroid of its own once it has two texts. */
  centroidOf(story: Story): Centroid {
    return story.centroid ?? Centroid.of(story.members.map(member => this.articles.words(member)));
  }

  /** Sums up the story again from the articles it has. */
  rebuild(story: Story): void {
    const voters = story.members.filter(member => !this.articles.isQuiet(member));
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

  /** After articles were forgotten; some of the room that they took at each call. */
  sweep(): void {
    this.#postings.sweep(this.articles.oldest);
  }

  forget(id: string): void {
    this.#numbers.delete(id);
  }

  #soughtAgain(number: number, { language }: Story): Sought {
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

const POSTED_TERMS = 16;
const FEW = 8;
