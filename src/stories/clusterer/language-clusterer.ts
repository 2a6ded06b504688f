import type { Announcement } from '../breaking/announcement.ts';
import { Breaking } from '../breaking/breaking-detector.ts';
import type { Change } from '../clusters/changes.ts';
import { fromBytes as featuresFrom } from '../clusters/feature-codec.ts';
import { StoryIndex } from '../clusters/story-index.ts';
import { CopyIndex } from '../copies/copy-index.ts';
import { fromBytes as fingerprintFrom } from '../fingerprints/fingerprint-codec.ts';

/**
 * Everything that is known in memory about the stories of one language: who holds it decides alone. It is filled from
 * the database (restore.ts) and thrown away when what was decided could not be stored.
 */
export class Desk {
  readonly language: string;
  readonly copies: CopyIndex;
  readonly stories: StoryIndex;
  readonly breaking: Breaking;
  /** The last one that it left in story_desks. */
  mark = '';
  /** Stories that have changed so much since their relatives were found that these must be found again. */
  readonly unrelated = new Set<string>();
  /** The last minute of which it has heard what readers did. */
  engagedUntil = Number.NEGATIVE_INFINITY;
  #expiredAt = Number.NEGATIVE_INFINITY;

  constructor({ language, windowMs, sources }: DeskOptions) {
    this.language = language;
    this.copies = new CopyIndex({ windowMs });
    this.stories = new StoryIndex({ window: windowMs });
    this.breaking = new Breaking({ sources });
  }

  place(article: ArticleForDesk): Placement {
    const { id, storedAt, publishedAt, source } = article;
    const fingerprint = fingerprintFrom(article.fingerprint);
    const features = featuresFrom(article.features);
    // Written by an earlier version: it still has its place, alone.
    const copy = fingerprint
      ? this.copies.add({ id, fingerprint, storedAt, language: this.language, source })
      : { group: id, merged: [] };
    const changes = features ? this.stories.place({ id, features, copyGroup: copy.group }) : alone(id);
    const story = this.stories.storyOf(id) ?? id;
    const announcements = this.followed(changes);
    announcements.push(
      ...this.breaking.saw(story, {
        article: id,
        copyGroup: copy.group,
        joinedGroups: copy.merged,
        source,
        at: storedAt,
        publishedAt,
        words: features?.terms,
      }),
    );
    const score = changes.find(change => change.kind === 'placed')?.score ?? 1;
    return { article, copyGroup: copy.group, joinedGroups: copy.merged, score, changes, announcements };
  }

  /** What is known of the pace of stories goes where their articles went. */
  followed(changes: readonly Change[]): Announcement[] {
    return changes.flatMap(change => {
      if (change.kind === 'merged') return this.breaking.merged(change.from, change.into);
      return change.kind === 'split' ? this.breaking.parted(change.from, change.into, change.articles) : [];
    });
  }

  /** Forgets what is too old. Everything that is remembered is looked at for it, so now and then is enough. */
  expire(now: number): void {
    if (now - this.#expiredAt < EXPIRE_EVERY_MS) return;
    this.#expiredAt = now;
    this.stories.expire(now);
  }
}

const EXPIRE_EVERY_MS = 600_000;

function alone(article: string): Change[] {
  return [{ kind: 'placed', article, story: article, score: 1 }];
}

export interface DeskOptions {
  readonly language: string;
  /** How long an article is remembered. */
  readonly windowMs: number;
  /** How many sources publish in this language. */
  readonly sources: number;
}

export interface ArticleForDesk {
  readonly id: string;
  /** Milliseconds. */
  readonly storedAt: number;
  readonly publishedAt: number;
  readonly source: string;
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}

export interface Placement {
  readonly article: ArticleForDesk;
  readonly copyGroup: string;
  /** Copy groups that are part of `copyGroup` from now on. */
  readonly joinedGroups: readonly string[];
  readonly score: number;
  readonly changes: readonly Change[];
  readonly announcements: readonly Announcement[];
}
