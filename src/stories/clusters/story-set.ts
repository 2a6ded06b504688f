import type { Merged, PlacedArticle, Split } from './changes.ts';
import { Window } from './cluster-window.ts';
import { Rules } from './editor-rules.ts';
import type { Sought } from './evidence.ts';
import type { Story } from './story-cluster.ts';

/** Stories by id, and the ways in which they grow, join, part and end. It keeps the rules but decides nothing. */
export class Stories {
  readonly window: Window;
  readonly rules = new Rules();
  readonly #byId = new Map<string, Story>();
  /** The article of each copy group that has a vote; the one that was placed first comes first. */
  readonly #copies = new Map<string, number>();

  constructor(mostArticles: number) {
    this.window = new Window(mostArticles);
  }

  get(id: string): Story | undefined {
    return this.#byId.get(id);
  }

  ofArticle(article: string): Story | undefined {
    const number = this.window.numberOf(article);
    return number === undefined ? undefined : this.ofNumber(number);
  }

  ofNumber(number: number): Story | undefined {
    const { articles, stories } = this.window;
    return articles.has(number) ? stories.get(articles.story(number)) : undefined;
  }

  ofCopyGroup(group: string | undefined): Story | undefined {
    const number = group === undefined ? undefined : this.#copies.get(group);
    return number === undefined ? undefined : this.ofNumber(number);
  }

  open(id: string, { language, time }: Sought): Story {
    const story = this.window.newStory(id, language, time);
    this.#byId.set(id, story);
    return story;
  }

  insert(article: PlacedArticle, sought: Sought, story: Story): void {
    // Further copies of one text are counted as articles but have no vote in what the story is about.
    const quiet = this.ofCopyGroup(article.copyGroup) !== undefined;
    const number = this.window.insert(article.id, article.features, sought, story, quiet);
    if (article.copyGroup === undefined || quiet) return;
    // One that is there already would keep its place among the oldest.
    this.#copies.delete(article.copyGroup);
    this.#copies.set(article.copyGroup, number);
  }

  /** The older id wins; what the story is about is summed up in the order of the articles, whoever came first. */
  join(one: Story, other: Story): Merged {
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
   * Parts a story. The part with the article that gave the story its id keeps it; the other is named after its
   * own first article. Nothing happens when a part would be empty or have no free id.
   */
  part(story: Story, numbers: ReadonlySet<number>): Split | undefined {
    const named = this.window.numberOf(story.id);
    const chosenKeeps = named !== undefined && numbers.has(named);
    const leaving = story.members.filter(number => numbers.has(number) !== chosenKeeps);
    const id = this.#freeId(leaving);
    const first = leaving[0];
    if (id === undefined || first === undefined || leaving.length === story.members.length) return undefined;
    const { articles } = this.window;
    const made = this.window.newStory(id, story.language, articles.time(first));
    this.#byId.set(id, made);
    const gone = new Set(leaving);
    story.members = story.members.filter(number => !gone.has(number));
    this.#remeasure(story);
    for (const number of leaving) this.window.attach(number, made);
    return { kind: 'split', from: story.id, into: id, articles: leaving.map(number => articles.id(number)) };
  }

  moveTo(number: number, story: Story): void {
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
    this.window.forget(article);
  }

  /** Forgets all articles before a number. What is left of a story keeps its memory until half of it is gone. */
  forgetBefore(end: number): void {
    const { articles } = this.window;
    const touched = new Set<Story>();
    for (let number = articles.oldest; number < end; number++) {
      const story = this.ofNumber(number);
      if (story !== undefined) touched.add(story);
      if (this.window.numberOf(articles.id(number)) === number) this.window.forget(articles.id(number));
    }
    articles.forgetBefore(end);
    for (const story of touched) this.#trim(story, end);
  }

  /** At the cost of those that are forgotten; a group whose article was taken out goes when that would have. */
  forgetCopies(): void {
    for (const [group, number] of this.#copies) {
      if (number >= this.window.articles.oldest) return;
      this.#copies.delete(group);
    }
  }

  #trim(story: Story, end: number): void {
    const before = story.members.length;
    story.members = story.members.filter(number => number >= end);
    if (story.members.length === 0) this.#drop(story);
    else if (story.members.length * 2 <= Math.max(before, story.summed)) this.#remeasure(story);
  }

  #remeasure(story: Story): void {
    const times = story.members.map(number => this.window.articles.time(number));
    story.first = times.reduce((least, time) => Math.min(least, time), Infinity);
    story.last = times.reduce((most, time) => Math.max(most, time), -Infinity);
    this.window.rebuild(story);
  }

  #drop(story: Story): void {
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
