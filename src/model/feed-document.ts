/**
 * What a feed says, whatever format it was written in. Formats end in the parser: nothing behind it knows
 * what RSS is. Addresses are absolute, times are milliseconds since 1970 (UTC), titles and names are plain
 * text, and what is called HTML is as the publisher wrote it: not yet sanitised.
 */
export interface FeedDocument {
  readonly format: FeedFormat;
  readonly title: string | null;
  /** The page that a person would visit. */
  readonly link: string | null;
  /** Where the feed says that it lives itself. */
  readonly self: string | null;
  /** The WebSub hubs (SRC-7), in the order of the document. */
  readonly hubs: readonly string[];
  /** The next page of a paged or archived feed (RFC 5005, JSON Feed). */
  readonly next: string | null;
  /** HTML. */
  readonly description: string | null;
  readonly language: string | null;
  readonly published: number | null;
  readonly updated: number | null;
  readonly image: string | null;
  readonly icon: string | null;
  readonly authors: readonly FeedPerson[];
  readonly categories: readonly FeedCategory[];
  readonly rights: string | null;
  readonly generator: string | null;
  /** How often the publisher wants to be visited (SCHED-3); null and empty where nothing is said. */
  readonly ttlMinutes: number | null;
  readonly updatePeriod: UpdatePeriod | null;
  readonly updateFrequency: number | null;
  /** Hours of the day, 0 to 23, UTC. */
  readonly skipHours: readonly number[];
  /** Days of the week, 0 (Sunday) to 6. */
  readonly skipDays: readonly number[];
  readonly items: readonly FeedItem[];
  /** The sitemaps that a sitemap index names; empty for every other format. */
  readonly sitemaps: readonly SitemapReference[];
  /** The encoding that the bytes were read in, as WHATWG calls it. */
  readonly encoding: string;
  readonly recovered: readonly Recovery[];
}

export interface FeedItem {
  /** What the feed calls the item; not an address, even where it looks like one. */
  readonly id: string | null;
  readonly title: string | null;
  readonly link: string | null;
  /** The publisher's own address, where a service has put its counting one in the link's place. */
  readonly originalLink: string | null;
  readonly published: number | null;
  readonly updated: number | null;
  readonly authors: readonly FeedPerson[];
  readonly contributors: readonly FeedPerson[];
  /** HTML; the same as the content where the feed gives only one text. */
  readonly summary: string | null;
  /** HTML. */
  readonly content: string | null;
  readonly categories: readonly FeedCategory[];
  readonly enclosures: readonly FeedEnclosure[];
  /** The picture to show beside the title. */
  readonly image: string | null;
  readonly media: readonly FeedMedia[];
  /** The page with the comments. */
  readonly comments: string | null;
  readonly commentsFeed: string | null;
  readonly commentCount: number | null;
  readonly language: string | null;
  /** The publisher from whom the item was taken over. */
  readonly source: FeedSource | null;
  readonly geo: FeedPlace | null;
  readonly rights: string | null;
  /** Length of an episode, in seconds. */
  readonly durationSeconds: number | null;
}

export type FeedFormat =
  | 'rss-0.90'
  | 'rss-0.91'
  | 'rss-0.92'
  | 'rss-1.0'
  | 'rss-2.0'
  | 'atom-0.3'
  | 'atom-1.0'
  | 'json-feed-1.0'
  | 'json-feed-1.1'
  | 'cdf'
  | 'news-sitemap'
  | 'sitemap-index';

export interface FeedPerson {
  /** The address where no name is given. */
  readonly name: string;
  readonly email: string | null;
  readonly url: string | null;
}

export interface FeedCategory {
  /** What to show: the label, or the term where there is none. */
  readonly name: string;
  readonly term: string;
  readonly scheme: string | null;
}

export interface FeedEnclosure {
  readonly url: string;
  readonly type: string | null;
  /** Bytes. */
  readonly length: number | null;
}

export interface FeedMedia {
  readonly url: string;
  readonly kind: 'image' | 'audio' | 'video' | 'other';
  readonly type: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly description: string | null;
  readonly credit: string | null;
}

export interface FeedSource {
  readonly title: string | null;
  readonly link: string | null;
  /** The feed from which the item came. */
  readonly url: string | null;
}

export interface FeedPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | null;
}

export type UpdatePeriod = 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly';

export interface SitemapReference {
  readonly url: string;
  readonly lastModified: number | null;
}

/** PARSE-2: what had to be recovered, why, and how often. */
export interface Recovery {
  readonly kind: RecoveryKind;
  readonly detail: string;
  readonly count: number;
}

export type RecoveryKind =
  | 'encoding'
  | 'control-characters'
  | 'leading-junk'
  | 'bare-ampersand'
  | 'unknown-entity'
  | 'undeclared-namespace'
  | 'mismatched-tag'
  | 'unclosed-section'
  | 'unquoted-attribute'
  | 'truncated'
  | 'malformed-json'
  | 'bad-date'
  | 'bad-url'
  | 'too-deep'
  | 'too-many-attributes'
  | 'too-many-items'
  | 'too-much-markup';
