import type { PostingKey } from '../window/postings.ts';

/** FEED-1: identifies a feed. */
export interface Feed {
  readonly name: FeedName;
  /** The category, topic, entity, source or country; empty for the other feeds. */
  readonly of: string;
  /** Null for all languages. */
  readonly language: string | null;
  readonly country: string | null;
}

export const FEED_NAMES = [
  'top',
  'for-you',
  'latest',
  'category',
  'topic',
  'entity',
  'source',
  'country',
] as const;

export type FeedName = (typeof FEED_NAMES)[number];

/** Feeds about one subject; the others contain everything. */
const FEEDS_OF = ['category', 'topic', 'entity', 'source', 'country'] as const;

export function isFeedOf(name: FeedName): name is (typeof FEEDS_OF)[number] {
  return (FEEDS_OF as readonly string[]).includes(name);
}

export function topFeed(language: string | null): Feed {
  return { name: 'top', of: '', language, country: null };
}

/** A reader's own feed; `language` is that of the request, for readers who have not set one. */
export function forYouFeed(language: string | null = null): Feed {
  return { name: 'for-you', of: '', language, country: null };
}

export function keyOfFeed({ name, of, language, country }: Feed): string {
  return JSON.stringify([name, of, language, country]);
}

/** The conditions that every story of the feed meets; empty for all stories. */
export function keysOfFeed({ name, of, language, country }: Feed): PostingKey[] {
  return [
    ...(isFeedOf(name) ? [`${name}:${of}` as const] : []),
    ...(language === null ? [] : [`language:${language}` as const]),
    ...(country === null ? [] : [`country:${country}` as const]),
  ];
}
