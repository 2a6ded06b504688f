import type { BreakingAnnouncement } from '../breaking/announcement.ts';
import type { ClusterChange } from '../clusters/changes.ts';
import type { ArticlePlacement } from './language-clusterer.ts';

/**
 * The net changes of a batch. An article may pass through several stories while the batch is processed; only its
 * final story is written.
 */
export class BatchChanges {
  readonly placements: ArticlePlacement[] = [];
  readonly announcements: BreakingAnnouncement[] = [];
  readonly #isNew = new Set<string>();
  /** From each merged story to the story that has its former articles. */
  readonly #merges = new Map<string, string>();
  readonly #movedArticles = new Set<string>();
  readonly #joinedGroups = new Map<string, string>();
  /** Stories that lost articles, so that their counts cannot simply be added to. */
  readonly #recounted = new Set<string>();
  readonly #changed = new Set<string>();

  addPlacement(placement: ArticlePlacement): void {
    this.placements.push(placement);
    this.#isNew.add(placement.article.id);
    for (const group of placement.joinedGroups) addRedirect(this.#joinedGroups, group, placement.copyGroup);
    this.announcements.push(...placement.announcements);
    this.addChanges(placement.changes);
  }

  addChanges(changes: readonly ClusterChange[]): void {
    for (const change of changes) this.#add(change);
  }

  /** Articles that an editor moved. */
  addMovedArticles(articles: readonly string[], stories: readonly string[]): void {
    for (const article of articles) this.#movedArticles.add(article);
    for (const story of stories) this.markRecount(story);
  }

  markChanged(story: string): void {
    this.#changed.add(story);
  }

  markRecount(story: string): void {
    this.#recounted.add(story);
    this.#changed.add(story);
  }

  #add(change: ClusterChange): void {
    if (change.kind === 'placed') {
      this.#changed.add(change.story);
      // An article placed before this batch has moved; new ones are written with their final story.
      if (!this.#isNew.has(change.article)) this.#movedArticles.add(change.article);
      return;
    }
    this.markRecount(change.from);
    this.markRecount(change.into);
    if (change.kind === 'merged') addRedirect(this.#merges, change.from, change.into);
    else for (const article of change.articles) this.#movedArticles.add(article);
  }

  get merges(): ReadonlyMap<string, string> {
    return this.#merges;
  }

  get joinedGroups(): ReadonlyMap<string, string> {
    return this.#joinedGroups;
  }

  get movedArticles(): readonly string[] {
    return [...this.#movedArticles];
  }

  get recountedStories(): readonly string[] {
    return [...this.#recounted];
  }

  get changedStories(): readonly string[] {
    return [...this.#changed];
  }

  get isEmpty(): boolean {
    return this.#changed.size === 0 && this.announcements.length === 0;
  }
}

/**
 * Redirects a name, and every name that already led to it. When a story is split off after a merge and merged
 * again, its articles are moved one by one, so earlier redirects of its id stay.
 */
function addRedirect(ends: Map<string, string>, from: string, into: string): void {
  for (const [name, end] of ends) if (end === from) ends.set(name, into);
  if (!ends.has(from)) ends.set(from, into);
}
