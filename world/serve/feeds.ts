import type { Article, FeedFormat, Publisher } from '../types.ts';
import { writeAtom } from './feed-atom.ts';
import { writeJsonFeed } from './feed-json.ts';
import { writeRss1, writeRss2 } from './feed-rss.ts';

/** A feed document in the publisher's format, as text. */
export function writeFeedDocument(feed: FeedContent): string {
  return WRITERS[feed.publisher.format](feed);
}

export const CONTENT_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss2: 'application/rss+xml',
  atom: 'application/atom+xml',
  rss1: 'application/rdf+xml',
  json: 'application/feed+json',
};

export const FEED_NAMES: Readonly<Record<FeedFormat, string>> = {
  rss2: 'feed.xml',
  atom: 'atom.xml',
  rss1: 'index.rdf',
  json: 'feed.json',
};

const WRITERS: Readonly<Record<FeedFormat, (feed: FeedContent) => string>> = {
  rss2: writeRss2,
  atom: writeAtom,
  rss1: writeRss1,
  json: writeJsonFeed,
};

export interface FeedContent {
  readonly publisher: Publisher;
  readonly articles: readonly Article[];
  /** URL of the publisher's home page, without a trailing slash. */
  readonly home: string;
  readonly feedUrl: string;
  readonly updatedAt: number;
}
