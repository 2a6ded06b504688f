import { anyOf, arrayOf, type Guard, isString, oneOf, shape } from '../lib/guards.ts';

/** STORY-4: a story as lists show it. */
export interface Story {
  readonly id: string;
  readonly language: string;
  readonly headline: string;
  readonly chosenHeadline: string;
  readonly editorHeadline: string | null;
  readonly lead: string;
  readonly leadArticleId: string;
  readonly imageUrl: string | null;
  readonly category: string | null;
  readonly topics: readonly string[];
  readonly entities: readonly string[];
  readonly firstSeenAt: Date;
  readonly updatedAt: Date;
  readonly articleCount: number;
  readonly textCount: number;
  readonly sourceCount: number;
  readonly related: readonly string[];
  readonly isHidden: boolean;
  readonly pinnedAt: Date | null;
  readonly breakingSince: Date | null;
  readonly breakingUntil: Date | null;
  readonly breakingBecause: string | null;
  readonly velocity: number;
  /** Null when the source was removed and its articles stayed. */
  readonly leadSource: string | null;
}

/** A story with everything needed to rank and show it without further queries. */
export interface RecentStory {
  readonly story: Story;
  /** The dimensions of its topic vector with their weights, normalised to length one. */
  readonly topics: readonly { readonly dimension: number; readonly weight: number }[];
  /** The names of its entities by key. */
  readonly names: Readonly<Record<string, string>>;
  /** The newest article of each of its sources, the most credible source first. */
  readonly voices: readonly Voice[];
}

export interface Voice {
  readonly articleId: string;
  readonly title: string;
  readonly url: string;
  readonly publishedAt: Date;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly country: string | null;
  readonly credibility: number;
  /** From the publisher's metadata; null when it says nothing. */
  readonly isFree: boolean | null;
}

/** An event of `stories.changed`: enough to decide whether to read the story. */
export type StoryChanged =
  /** The story is new, or its articles or headline changed. */
  | {
      readonly kind: 'changed';
      readonly storyId: string;
      readonly language: string;
      /** The articles added; empty when articles were only removed. */
      readonly articleIds: readonly string[];
    }
  | {
      readonly kind: 'merged';
      readonly storyId: string;
      readonly into: string;
      readonly language: string;
    }
  | { readonly kind: 'gone'; readonly storyId: string; readonly language: string }
  /** BREAK-2: published once at the beginning and once at the end. */
  | {
      readonly kind: 'breaking';
      readonly storyId: string;
      readonly language: string;
      readonly at: string;
      readonly because: 'coverage' | 'engagement';
    }
  | { readonly kind: 'calm'; readonly storyId: string; readonly language: string; readonly at: string };

export const isStoryChanged: Guard<StoryChanged> = anyOf(
  shape({ kind: oneOf('changed'), storyId: isString, language: isString, articleIds: arrayOf(isString) }),
  shape({ kind: oneOf('merged'), storyId: isString, into: isString, language: isString }),
  shape({ kind: oneOf('gone'), storyId: isString, language: isString }),
  shape({
    kind: oneOf('breaking'),
    storyId: isString,
    language: isString,
    at: isString,
    because: oneOf('coverage', 'engagement'),
  }),
  shape({ kind: oneOf('calm'), storyId: isString, language: isString, at: isString }),
);

/** An event of `articles.described`, the input of clustering. */
export type ClusteringEvent =
  | {
      readonly kind: 'article';
      readonly articleId: string;
      readonly storedAt: string;
      readonly language: string;
    }
  /** A command of an editor waits in story_orders. */
  | { readonly kind: 'order'; readonly orderId: string; readonly language: string };

export const isClusteringEvent: Guard<ClusteringEvent> = anyOf(
  shape({ kind: oneOf('article'), articleId: isString, storedAt: isString, language: isString }),
  shape({ kind: oneOf('order'), orderId: isString, language: isString }),
);

/** STORY-6: a command of an editor. */
export type StoryCommand =
  | { readonly kind: 'merge'; readonly stories: readonly [string, string] }
  | { readonly kind: 'split'; readonly story: string; readonly articles: readonly string[] }
  | { readonly kind: 'move'; readonly article: string; readonly to: string };
