/**
 * A parsed feed of any format. Formats end in the parser: no other code knows what RSS is. Addresses are absolute,
 * times are milliseconds since 1970 (UTC), and titles and names are plain text. HTML is as the publisher wrote it,
 * not yet sanitised.
 */
export interface FeedDocument {
  readonly format: FeedFormat;
  readonly title: string | null;
  /** The web page of the feed. */
  readonly link: string | null;
  /** The feed's own address, as it states it. */
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
  /** How often the publisher asks to be fetched (SCHED-3); null and empty where the feed does not say. */
  readonly ttlMinutes: number | null;
  readonly updatePeriod: UpdatePeriod | null;
  readonly updateFrequency: number | null;
  /** Hours of the day, 0 to 23, UTC. */
  readonly skipHours: readonly number[];
  /** Days of the week, 0 (Sunday) to 6. */
  readonly skipDays: readonly number[];
  readonly items: readonly DocumentItem[];
  /** The sitemaps of a sitemap index; empty for every other format. */
  readonly sitemaps: readonly SitemapReference[];
  /** The encoding with which the bytes were decoded, by its WHATWG name. */
  readonly encoding: string;
  readonly recovered: readonly Recovery[];
}

export interface DocumentItem {
  /** The feed's id of the item; not an address, even where it looks like one. */
  readonly id: string | null;
  readonly title: string | null;
  readonly link: string | null;
  /** The publisher's own address, where a tracking service has replaced the link. */
  readonly originalLink: string | null;
  readonly published: number | null;
  readonly updated: number | null;
  readonly authors: readonly FeedPerson[];
  readonly contributors: readonly FeedPerson[];
  /** HTML; the same as the content where the feed has only one text. */
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
  /** The publisher from which the item was republished. */
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
  /** The email address or URL where there is no name. */
  readonly name: string;
  readonly email: string | null;
  readonly url: string | null;
}

export interface FeedCategory {
  /** The display name: the label, or the term where there is none. */
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

/** PARSE-2: a kind of error that the parser repaired, and how often. */
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
