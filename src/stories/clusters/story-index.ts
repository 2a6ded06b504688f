import type { Change, Placed, PlacedArticle, StateRow } from './changes.ts';
import type { Sought } from './evidence.ts';
import { probability } from './join-network.ts';
import type { Story } from './story-cluster.ts';
import { DEFAULTS, type StoryOptions } from './story-index-options.ts';
import { Revision } from './story-reviser.ts';
import { Stories } from './story-set.ts';

/**
 * STORY-1, STORY-3: which articles tell of the same event. An article goes to the story it fits best, or opens
 * one; decisions made with little knowledge are looked at again (revision.ts). Editors' decisions stand.
 */
export class StoryIndex {
  readonly #options: Required<StoryOptions>;
  readonly #stories: Stories;
  readonly #revision: Revision;

  constructor(options: StoryOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#stories = new Stories(this.#options.mostArticles);
    this.#revision = new Revision(this.#stories, this.#options);
  }

  /** Places an article and tells everything that changed; an article that is already here stays where it is. */
  place(article: PlacedArticle): Change[] {
    const known = this.#stories.ofArticle(article.id);
    if (known !== undefined) return [placed(article, known, 1)];
    this.#makeRoom();
    const sought = this.#stories.window.sought(article.features);
    const decided =
      this.#stories.get(this.#stories.rules.pinOf(article.id) ?? '') ??
      this.#stories.ofCopyGroup(article.copyGroup);
    if (decided !== undefined) {
      this.#stories.insert(article, sought, decided);
      return [placed(article, decided, 1)];
    }
    return this.#placeByFit(article, sought);
  }

  storyOf(article: string): string | undefined {
    return this.#stories.ofArticle(article)?.id;
  }

  members(story: string): string[] {
    const { articles } = this.#stories.window;
    return (this.#stories.get(story)?.members ?? []).map(number => articles.id(number)).sort();
  }

  /** How near an article is to the whole of its story, from 0 to 1; 0 when it is not here. */
  nearness(article: string): number {
    const number = this.#stories.window.numberOf(article);
    const story = this.#stories.ofArticle(article);
    if (number === undefined || story === undefined) return 0;
    const { window } = this.#stories;
    return Math.min(1, window.centroidOf(story).cosine(window.articles.words(number)));
  }

  /** An article that no longer exists. */
  remove(article: string): Change[] {
    this.#stories.remove(article);
    return [];
  }

  /** An editor moves an article, which then stays there. */
  move(article: string, to: string): Change[] {
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

  /** An editor joins two stories; they are never parted again by themselves. */
  merge(one: string, other: string): Change[] {
    const [left, right] = [this.#stories.get(one), this.#stories.get(other)];
    if (left === undefined || right === undefined || left === right) return [];
    this.#stories.rules.allow(one, other);
    const change = this.#stories.join(left, right);
    this.#stories.rules.keepWhole(change.into);
    return [change];
  }

  /** An editor parts a story; the parts are never joined again by themselves. */
  split(story: string, articles: readonly string[]): Change[] {
    const found = this.#stories.get(story);
    if (found === undefined) return [];
    const numbers = new Set(articles.map(article => this.#stories.window.numberOf(article) ?? -1));
    const change = this.#stories.part(found, numbers);
    if (change === undefined) return [];
    this.#stories.rules.separate(change.from, change.into);
    return [change];
  }

  /** Repeats what an editor decided before, as it was stored; unknown kinds are of a later version. */
  rule(kind: string, subject: string, story: string): void {
    const { rules } = this.#stories;
    if (kind === 'pin') rules.pin(subject, story);
    else if (kind === 'ban') this.#ban(subject, story, this.storyOf(subject));
    else if (kind === 'apart') rules.separate(subject, story);
    else if (kind === 'whole') rules.keepWhole(story);
  }

  /** The stories nearest to a story, best first; found through its newest articles. */
  related(story: string, most: number): Related[] {
    const found = this.#stories.get(story);
    if (found === undefined) return [];
    const scores = new Map<Story, number>();
    for (const number of found.members.slice(-RELATED_THROUGH))
      for (const other of this.#stories.window.storiesNear(number, found))
        if (!scores.has(other)) scores.set(other, this.#likeness(found, other));
    return [...scores]
      .map(([other, score]) => ({ story: other.id, score }))
      .sort((a, b) => b.score - a.score || (a.story < b.story ? -1 : 1))
      .slice(0, most);
  }

  /** Forgets what appeared before the window. */
  expire(now: number): void {
    const { articles } = this.#stories.window;
    let end = articles.oldest;
    while (end < articles.next && !(articles.time(end) >= now - this.#options.window)) end++;
    this.#stories.forgetBefore(end);
    this.#stories.forgetCopies();
    this.#stories.window.sweep();
    this.#revision.forget();
  }

  /** Fills an empty index with what was decided before; rows come in the order in which they were placed. */
  restore(rows: Iterable<StateRow>): void {
    for (const row of rows) {
      this.#makeRoom();
      const sought = this.#stories.window.sought(row.features);
      this.#stories.insert(
        row,
        sought,
        this.#stories.get(row.story) ?? this.#stories.open(row.story, sought),
      );
    }
  }

  memory(): Memory {
    const { articles, stories } = this.#stories.window;
    const bytes = this.#stories.window.bytes();
    return { articleCount: articles.next - articles.oldest, storyCount: stories.size, bytes };
  }

  #placeByFit(article: PlacedArticle, sought: Sought): Change[] {
    const candidates = this.#stories.window
      .candidates(sought)
      .filter(({ story }) => !this.#stories.rules.bans(article.id, story.id));
    const ranked = candidates
      .map(({ story, evidence, nearest }) => ({ story, nearest, odds: this.#options.odds(evidence) }))
      .sort((a, b) => b.odds - a.odds || a.story.number - b.story.number);
    const best = ranked[0];
    const fits = best !== undefined && best.odds >= this.#options.joinAt;
    const story = fits ? best.story : this.#stories.open(article.id, sought);
    this.#stories.insert(article, sought, story);
    const changes: Change[] = [placed(article, story, fits ? probability(best.odds) : 1)];
    this.#revision.after(story, ranked, changes);
    return changes;
  }

  /** A story that an article was taken out of does not get it back by swallowing the one that has it now. */
  #ban(article: string, story: string, now: string | undefined): void {
    this.#stories.rules.ban(article, story);
    if (now !== undefined && now !== story) this.#stories.rules.separate(story, now);
  }

  #likeness(one: Story, other: Story): number {
    const { window } = this.#stories;
    return window.centroidOf(one).cosineTo(window.centroidOf(other));
  }

  #makeRoom(): void {
    const { articles } = this.#stories.window;
    // A few at a time, so that the cost of forgetting is not paid for each article alone.
    if (articles.full)
      this.#stories.forgetBefore(Math.min(articles.next, articles.oldest + FORGOTTEN_AT_ONCE));
  }
}

function placed({ id }: { readonly id: string }, story: Story, score: number): Placed {
  return { kind: 'placed', article: id, story: story.id, score };
}

const RELATED_THROUGH = 8;
const FORGOTTEN_AT_ONCE = 256;
export interface Related {
  readonly story: string;
  readonly score: number;
}

export interface Memory {
  readonly articleCount: number;
  readonly storyCount: number;
  readonly bytes: Readonly<Record<string, number>>;
}
