import type { Announcement } from '../breaking/announcement.ts';
import type { Change } from '../clusters/changes.ts';
import type { Placement } from './language-clusterer.ts';

/**
 * What a number of decisions comes to in the end. Between them an article may have gone through several stories; the
 * database is told only where it stands now.
 */
export class Outcome {
  readonly placements: Placement[] = [];
  readonly announcements: Announcement[] = [];
  readonly #isNew = new Set<string>();
  /** From each story that was merged to where the articles are that it had before. */
  readonly #merges = new Map<string, string>();
  readonly #movedArticles = new Set<string>();
  readonly #joinedGroups = new Map<string, string>();
  /** Stories whose articles are not only more than before. */
  readonly #reshaped = new Set<string>();
  readonly #touched = new Set<string>();

  addPlacement(placement: Placement): void {
    this.placements.push(placement);
    this.#isNew.add(placement.article.id);
    for (const group of placement.joinedGroups) lead(this.#joinedGroups, group, placement.copyGroup);
    this.announcements.push(...placement.announcements);
    this.addChanges(placement.changes);
  }

  addChanges(changes: readonly Change[]): void {
    for (const change of changes) this.#add(change);
  }

  /** Articles that stand in another story than before, by an editor's word. */
  addMoved(articles: readonly string[], stories: readonly string[]): void {
    for (const article of articles) this.#movedArticles.add(article);
    for (const story of stories) this.reshape(story);
  }

  touch(story: string): void {
    this.#touched.add(story);
  }

  reshape(story: string): void {
    this.#reshaped.add(story);
    this.#touched.add(story);
  }

  #add(change: Change): void {
    if (change.kind === 'placed') {
      this.#touched.add(change.story);
      // An article that had its place before has another one now; of new ones it is known in the end where they are.
      if (!this.#isNew.has(change.article)) this.#movedArticles.add(change.article);
      return;
    }
    this.reshape(change.from);
    this.reshape(change.into);
    if (change.kind === 'merged') lead(this.#merges, change.from, change.into);
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

  get reshaped(): readonly string[] {
    return [...this.#reshaped];
  }

  get touched(): readonly string[] {
    return [...this.#touched];
  }

  get isEmpty(): boolean {
    return this.#touched.size === 0 && this.announcements.length === 0;
  }
}

/**
 * Notes that what has one name has another from now on, and so has whatever got the first name before. Who lives again,
 * parted off after a merge, and is merged once more, comes with articles that are named one by one: what it had at first
 * stays where it went.
 */
function lead(ends: Map<string, string>, from: string, into: string): void {
  for (const [name, end] of ends) if (end === from) ends.set(name, into);
  if (!ends.has(from)) ends.set(from, into);
}
