import type { PostingKey } from '../window/postings.ts';

/** FEED-1: which feed somebody looks at. */
export interface Feed {
  readonly name: FeedName;
  /** Of which category, topic, name, source or country; empty for the others. */
  readonly of: string;
  /** Null for all of them. */
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

/** Feeds that are of something; the others are of everything. */
export const FEEDS_OF = ['category', 'topic', 'entity', 'source', 'country'] as const;

export function isFeedOf(name: FeedName): name is (typeof FEEDS_OF)[number] {
  return (FEEDS_OF as readonly string[]).includes(name);
}

export function keyOfFeed({ name, of, language, country }: Feed): string {
  return JSON.stringify([name, of, language, country]);
}

/** What all stories of the feed have; nothing for all stories. */
export function keysOfFeed({ name, of, language, country }: Feed): PostingKey[] {
  return [
    ...(isFeedOf(name) ? [`${name}:${of}` as const] : []),
    ...(language === null ? [] : [`language:${language}` as const]),
    ...(country === null ? [] : [`country:${country}` as const]),
  ];
}
