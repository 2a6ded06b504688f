import type { ArticlePlaced, ArticleToIndex, ClusterChange, IndexedArticle } from './changes.ts';
import type { ArticleVector } from './evidence.ts';
import { probability } from './join-network.ts';
import type { StoryCluster } from './story-cluster.ts';
import { DEFAULT_OPTIONS, type StoryIndexOptions } from './story-index-options.ts';
import { StoryReviser } from './story-reviser.ts';
import { StorySet } from './story-set.ts';

/**
 * STORY-1, STORY-3: clusters articles about the same event. An article joins the story that it fits best, or opens
 * one; early decisions are revised (story-reviser.ts). Editors' rulings are never overridden.
 */
export class StoryIndex {
  readonly #options: Required<StoryIndexOptions>;
  readonly #stories: StorySet;
  readonly #revision: StoryReviser;

  constructor(options: StoryIndexOptions = {}) {
    this.#options = { ...DEFAULT_OPTIONS, ...options };
    this.#stories = new StorySet(this.#options.maxArticles);
    this.#revision = new StoryReviser(this.#stories, this.#options);
  }

  /** Places an article and returns every change; an article that is already here stays where it is. */
  place(article: ArticleToIndex): ClusterChange[] {
    const known = this.#stories.ofArticle(article.id);
    if (known !== undefined) return [placed(article, known, 1)];
    this.#makeRoom();
    const vector = this.#stories.window.vectorOf(article.features);
    const decided =
      this.#stories.get(this.#stories.rules.pinOf(article.id) ?? '') ??
      this.#stories.ofCopyGroup(article.copyGroup);
    if (decided !== undefined) {
      this.#stories.insert(article, vector, decided);
      return [placed(article, decided, 1)];
    }
    return this.#placeByFit(article, vector);
  }

  storyOf(article: string): string | undefined {
    return this.#stories.ofArticle(article)?.id;
  }

  members(story: string): string[] {
    const { articles } = this.#stories.window;
    return (this.#stories.get(story)?.members ?? []).map(number => articles.id(number)).sort();
  }

  /** The similarity of an article and its whole story, from 0 to 1; 0 when it is not here. */
  nearness(article: string): number {
    const number = this.#stories.window.numberOf(article);
    const story = this.#stories.ofArticle(article);
    if (number === undefined || story === undefined) return 0;
    const { window } = this.#stories;
    return Math.min(1, window.centroidOf(story).cosine(window.articles.words(number)));
  }

  /** Removes an article that no longer exists. */
  remove(article: string): ClusterChange[] {
    this.#stories.remove(article);
    return [];
  }

  /** An editor moves an article; it stays there. */
  move(article: string, to: string): ClusterChange[] {
    const number = this.#stories.window.numberOf(article);
    const target = this.#stories.get(to);
    const from = this.#stories.ofArticle(article);
    if (number === undefined || target === undefined) return [];
    this.#stories.rules.pin(article, to);
    if (from === undefined || from === target) return [];
    this.#ban(article, from.id, to);
    this.#stories.moveTo(number, target);
    return [placed({ id: article }, target, 1)];
  }

  /** An editor merges two stories; they are never split automatically. */
  merge(one: string, other: string): ClusterChange[] {
    const [left, right] = [this.#stories.get(one), this.#stories.get(other)];
    if (left === undefined || right === undefined || left === right) return [];
    this.#stories.rules.allow(one, other);
    const change = this.#stories.merge(left, right);
    this.#stories.rules.keepWhole(change.into);
    return [change];
  }

  /** An editor splits a story; the parts are never merged automatically. */
  split(story: string, articles: readonly string[]): ClusterChange[] {
    const found = this.#stories.get(story);
    if (found === undefined) return [];
    const numbers = new Set(articles.map(article => this.#stories.window.numberOf(article) ?? -1));
    const change = this.#stories.split(found, numbers);
    if (change === undefined) return [];
    this.#stories.rules.separate(change.from, change.into);
    return [change];
  }

  /** Applies a stored ruling; unknown kinds are of a later version and ignored. */
  rule(kind: string, subject: string, story: string): void {
    const { rules } = this.#stories;
    if (kind === 'pin') rules.pin(subject, story);
    else if (kind === 'ban') this.#ban(subject, story, this.storyOf(subject));
    else if (kind === 'apart') rules.separate(subject, story);
    else if (kind === 'whole') rules.keepWhole(story);
  }

  /** The nearest stories, best first, found through the story's newest articles. */
  related(story: string, limit: number): RelatedStory[] {
    const found = this.#stories.get(story);
    if (found === undefined) return [];
    const scores = new Map<StoryCluster, number>();
    for (const number of found.members.slice(-RELATED_SEED_ARTICLES))
      for (const other of this.#stories.window.storiesNear(number, found))
        if (!scores.has(other)) scores.set(other, this.#similarity(found, other));
    return [...scores]
      .map(([other, score]) => ({ story: other.id, score }))
      .sort((a, b) => b.score - a.score || (a.story < b.story ? -1 : 1))
      .slice(0, limit);
  }

  /** Evicts articles older than the window. */
  expire(now: number): void {
    const { articles } = this.#stories.window;
    let end = articles.oldest;
    while (end < articles.next && !(articles.time(end) >= now - this.#options.window)) end++;
    this.#stories.evictBefore(end);
    this.#stories.evictCopies();
    this.#stories.window.sweep();
    this.#revision.trimMemory();
  }

  /** Restores an empty index from stored placements, in the order in which they were made. */
  restore(rows: Iterable<IndexedArticle>): void {
    for (const row of rows) {
      this.#makeRoom();
      const vector = this.#stories.window.vectorOf(row.features);
      this.#stories.insert(
        row,
        vector,
        this.#stories.get(row.story) ?? this.#stories.open(row.story, vector),
      );
    }
  }

  memory(): StoryIndexMemory {
    const { articles, stories } = this.#stories.window;
    const bytes = this.#stories.window.bytes();
    return { articleCount: articles.next - articles.oldest, storyCount: stories.size, bytes };
  }

  #placeByFit(article: ArticleToIndex, vector: ArticleVector): ClusterChange[] {
    const candidates = this.#stories.window
      .candidates(vector)
      .filter(({ story }) => !this.#stories.rules.bans(article.id, story.id));
    const ranked = candidates
      .map(({ story, evidence, nearest }) => ({ story, nearest, odds: this.#options.odds(evidence) }))
      .sort((a, b) => b.odds - a.odds || a.story.number - b.story.number);
    const best = ranked[0];
    const fits = best !== undefined && best.odds >= this.#options.joinAt;
    const story = fits ? best.story : this.#stories.open(article.id, vector);
    this.#stories.insert(article, vector, story);
    const changes: ClusterChange[] = [placed(article, story, fits ? probability(best.odds) : 1)];
    this.#revision.revise(story, ranked, changes);
    return changes;
  }

  /** A story that lost an article to an editor does not get it back by merging with the story that has it now. */
  #ban(article: string, story: string, now: string | undefined): void {
    this.#stories.rules.ban(article, story);
    if (now !== undefined && now !== story) this.#stories.rules.separate(story, now);
  }

  #similarity(one: StoryCluster, other: StoryCluster): number {
    const { window } = this.#stories;
    return window.centroidOf(one).cosineTo(window.centroidOf(other));
  }

  #makeRoom(): void {
    const { articles } = this.#stories.window;
    // In batches, so that eviction does not cost every article.
    if (articles.isFull) this.#stories.evictBefore(Math.min(articles.next, articles.oldest + EVICTION_BATCH));
  }
}

function placed({ id }: { readonly id: string }, story: StoryCluster, score: number): ArticlePlaced {
  return { kind: 'placed', article: id, story: story.id, score };
}

const RELATED_SEED_ARTICLES = 8;
const EVICTION_BATCH = 256;
export interface RelatedStory {
  readonly story: string;
  readonly score: number;
}

export interface StoryIndexMemory {
  readonly articleCount: number;
  readonly storyCount: number;
  readonly bytes: Readonly<Record<string, number>>;
}
