import type { ArticleToIndex, StoriesMerged, StorySplit } from './changes.ts';
import { ClusterWindow } from './cluster-window.ts';
import { EditorRules } from './editor-rules.ts';
import type { ArticleVector } from './evidence.ts';
import type { StoryCluster } from './story-cluster.ts';

/**
 * Stories by id, and the operations on them: insert, merge, split, move, evict. It keeps the editors' rulings but
 * decides nothing.
 */
export class StorySet {
  readonly window: ClusterWindow;
  readonly rules = new EditorRules();
  readonly #byId = new Map<string, StoryCluster>();
  /** By copy group, the article that counts in its story; insertion order is the order of placement. */
  readonly #copies = new Map<string, number>();

  constructor(maxArticles: number) {
    this.window = new ClusterWindow(maxArticles);
  }

  get(id: string): StoryCluster | undefined {
    return this.#byId.get(id);
  }

  ofArticle(article: string): StoryCluster | undefined {
    const number = this.window.numberOf(article);
    return number === undefined ? undefined : this.ofNumber(number);
  }

  ofNumber(number: number): StoryCluster | undefined {
    const { articles, stories } = this.window;
    return articles.has(number) ? stories.get(articles.story(number)) : undefined;
  }

  ofCopyGroup(group: string | undefined): StoryCluster | undefined {
    const number = group === undefined ? undefined : this.#copies.get(group);
    return number === undefined ? undefined : this.ofNumber(number);
  }

  open(id: string, { language, time }: ArticleVector): StoryCluster {
    const story = this.window.newStory(id, language, time);
    this.#byId.set(id, story);
    return story;
  }

  insert(article: ArticleToIndex, vector: ArticleVector, story: StoryCluster): void {
    // Further copies of a text count as articles but do not shape the story.
    const isRepeat = this.ofCopyGroup(article.copyGroup) !== undefined;
    const number = this.window.insert(article.id, article.features, vector, story, isRepeat);
    if (article.copyGroup === undefined || isRepeat) return;
    // Deleted first, so that the entry moves to the end of the insertion order.
    this.#copies.delete(article.copyGroup);
    this.#copies.set(article.copyGroup, number);
  }

  /**
   * The older id survives. The centroid is summed in the order of articles, so it does not depend on the order of
   * the arguments.
   */
  merge(one: StoryCluster, other: StoryCluster): StoriesMerged {
    const [into, from] = one.id < other.id ? [one, other] : [other, one];
    for (const number of from.members) this.window.articles.setStory(number, into);
    into.members = [...into.members, ...from.members].sort((a, b) => a - b);
    into.first = Math.min(into.first, from.first);
    into.last = Math.max(into.last, from.last);
    this.window.rebuild(into);
    this.#drop(from);
    this.rules.merged(from.id, into.id);
    return { kind: 'merged', from: from.id, into: into.id };
  }

  /**
   * Splits a story. The part with the article that gave the story its id keeps it; the other takes the id of its
   * first article. Does nothing when a part would be empty or have no free id.
   */
  split(story: StoryCluster, numbers: ReadonlySet<number>): StorySplit | undefined {
    const named = this.window.numberOf(story.id);
    const chosenKeeps = named !== undefined && numbers.has(named);
    const leaving = story.members.filter(number => numbers.has(number) !== chosenKeeps);
    const id = this.#freeId(leaving);
    const first = leaving[0];
    if (id === undefined || first === undefined || leaving.length === story.members.length) return undefined;
    const { articles } = this.window;
    const opened = this.window.newStory(id, story.language, articles.time(first));
    this.#byId.set(id, opened);
    const moved = new Set(leaving);
    story.members = story.members.filter(number => !moved.has(number));
    this.#remeasure(story);
    for (const number of leaving) this.window.attach(number, opened);
    return { kind: 'split', from: story.id, into: id, articles: leaving.map(number => articles.id(number)) };
  }

  moveTo(number: number, story: StoryCluster): void {
    this.detach(number);
    this.window.attach(number, story);
  }

  detach(number: number): void {
    const story = this.ofNumber(number);
    this.window.detach(number);
    if (story !== undefined && story.members.length === 0) this.#drop(story);
  }

  remove(article: string): void {
    const number = this.window.numberOf(article);
    if (number === undefined) return;
    this.detach(number);
    this.window.evict(article);
  }

  /**
   * Evicts all articles before a number. A shortened story keeps its centroid until half of its articles are
   * gone.
   */
  evictBefore(end: number): void {
    const { articles } = this.window;
    const touched = new Set<StoryCluster>();
    for (let number = articles.oldest; number < end; number++) {
      const story = this.ofNumber(number);
      if (story !== undefined) touched.add(story);
      if (this.window.numberOf(articles.id(number)) === number) this.window.evict(articles.id(number));
    }
    articles.evictBefore(end);
    for (const story of touched) this.#trim(story, end);
  }

  /** Costs only what it evicts. A group whose article was removed is evicted when the article would have been. */
  evictCopies(): void {
    for (const [group, number] of this.#copies) {
      if (number >= this.window.articles.oldest) return;
      this.#copies.delete(group);
    }
  }

  #trim(story: StoryCluster, end: number): void {
    const before = story.members.length;
    story.members = story.members.filter(number => number >= end);
    if (story.members.length === 0) this.#drop(story);
    else if (story.members.length * 2 <= Math.max(before, story.summed)) this.#remeasure(story);
  }

  #remeasure(story: StoryCluster): void {
    const times = story.members.map(number => this.window.articles.time(number));
    story.first = times.reduce((min, time) => Math.min(min, time), Infinity);
    story.last = times.reduce((max, time) => Math.max(max, time), -Infinity);
    this.window.rebuild(story);
  }

  #drop(story: StoryCluster): void {
    this.#byId.delete(story.id);
    this.window.stories.delete(story.number);
  }

  #freeId(numbers: readonly number[]): string | undefined {
    return numbers
      .map(number => this.window.articles.id(number))
      .sort()
      .find(id => !this.#byId.has(id));
  }
}
