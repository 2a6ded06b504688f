import type { BreakingAnnouncement } from '../breaking/announcement.ts';
import { BreakingDetector } from '../breaking/breaking-detector.ts';
import type { ClusterChange } from '../clusters/changes.ts';
import { decodeFeatures as featuresFrom } from '../clusters/feature-codec.ts';
import { StoryIndex } from '../clusters/story-index.ts';
import { CopyIndex } from '../copies/copy-index.ts';
import { decodeFingerprint as fingerprintFrom } from '../fingerprints/fingerprint-codec.ts';

/**
 * The in-memory state of one language's stories; its holder alone decides about them. restore.ts fills it from the
 * database, and the registry drops it when a batch could not be stored.
 */
export class LanguageClusterer {
  readonly language: string;
  readonly copies: CopyIndex;
  readonly stories: StoryIndex;
  readonly breaking: BreakingDetector;
  /** The token that this clusterer last wrote to story_desks. */
  stateToken = '';
  /** Stories that changed so much that their related stories are recomputed. */
  readonly staleRelated = new Set<string>();
  /** The last minute of engagement that was applied. */
  engagedUntil = Number.NEGATIVE_INFINITY;
  #expiredAt = Number.NEGATIVE_INFINITY;

  constructor({ language, windowMs, sources }: LanguageClustererOptions) {
    this.language = language;
    this.copies = new CopyIndex({ windowMs });
    this.stories = new StoryIndex({ window: windowMs });
    this.breaking = new BreakingDetector({ sources });
  }

  place(article: ArticleToCluster): ArticlePlacement {
    const { id, storedAt, publishedAt, source } = article;
    const fingerprint = fingerprintFrom(article.fingerprint);
    const features = featuresFrom(article.features);
    // Bytes of an earlier version cannot be compared: the article becomes a separate story.
    const copy = fingerprint
      ? this.copies.add({ id, fingerprint, storedAt, language: this.language, source })
      : { group: id, merged: [] };
    const changes = features ? this.stories.place({ id, features, copyGroup: copy.group }) : alone(id);
    const story = this.stories.storyOf(id) ?? id;
    const announcements = this.followChanges(changes);
    announcements.push(
      ...this.breaking.addArticle(story, {
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

  /** Merges and splits the breaking state as the stories were merged and split. */
  followChanges(changes: readonly ClusterChange[]): BreakingAnnouncement[] {
    return changes.flatMap(change => {
      if (change.kind === 'merged') return this.breaking.merge(change.from, change.into);
      return change.kind === 'split' ? this.breaking.split(change.from, change.into, change.articles) : [];
    });
  }

  /** Evicts what is too old. It visits everything in memory, so it runs at intervals. */
  expire(now: number): void {
    if (now - this.#expiredAt < EXPIRE_INTERVAL_MS) return;
    this.#expiredAt = now;
    this.stories.expire(now);
  }
}

const EXPIRE_INTERVAL_MS = 600_000;

function alone(article: string): ClusterChange[] {
  return [{ kind: 'placed', article, story: article, score: 1 }];
}

export interface LanguageClustererOptions {
  readonly language: string;
  /** How long articles are kept for comparison. */
  readonly windowMs: number;
  /** How many sources publish in this language. */
  readonly sources: number;
}

export interface ArticleToCluster {
  readonly id: string;
  /** Milliseconds. */
  readonly storedAt: number;
  readonly publishedAt: number;
  readonly source: string;
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}

export interface ArticlePlacement {
  readonly article: ArticleToCluster;
  readonly copyGroup: string;
  /** Copy groups that merged into `copyGroup`. */
  readonly joinedGroups: readonly string[];
  readonly score: number;
  readonly changes: readonly ClusterChange[];
  readonly announcements: readonly BreakingAnnouncement[];
}
