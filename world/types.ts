/** The categories of TOPIC-1, which the ground truth uses. */
export const TOPICS = [
  'world',
  'nation',
  'politics',
  'business',
  'technology',
  'science',
  'health',
  'sports',
  'entertainment',
  'climate',
  'education',
  'lifestyle',
] as const;
export type Topic = (typeof TOPICS)[number];

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The style of a publisher: it determines headlines, length and the share of wire copies. */
export type Style = 'wire' | 'broadsheet' | 'tabloid' | 'local' | 'business';

export type FeedFormat = 'rss2' | 'atom' | 'rss1' | 'json';
export type FeedEncoding = 'utf-8' | 'iso-8859-1' | 'windows-1251';

/** The fault of a deliberately broken publisher. */
export type Fault =
  | 'malformed'
  | 'truncated'
  | 'wrong-encoding'
  | 'sometimes-missing'
  | 'moved'
  | 'slow'
  | 'empty'
  | 'gone';

export interface Publisher {
  readonly index: number;
  readonly slug: string;
  readonly name: string;
  /** The visible domain, always below `.example`. */
  readonly domain: string;
  readonly country: string;
  readonly city: string;
  readonly language: Language;
  /** `null` for a general publisher. */
  readonly topic: Topic | null;
  readonly style: Style;
  /** Relative output; about 0.3 to 4. */
  readonly size: number;
  readonly credibility: number;
  readonly format: FeedFormat;
  readonly encoding: FeedEncoding;
  readonly feedLength: number;
  /** Whether the feed contains full texts or only summaries. */
  readonly fullText: boolean;
  readonly fault: Fault | null;
}

export interface Article {
  readonly id: string;
  readonly guid: string;
  /** Path below the publisher's root, with a leading slash. */
  readonly path: string;
  readonly publisher: Publisher;
  readonly headline: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly byline: string;
  readonly topic: Topic;
  readonly section: string;
  readonly image: string | null;
  readonly publishedAt: number;
  /** Later than `publishedAt` after a correction under the same URL. */
  readonly updatedAt: number;
}

/** The ground truth, for tests and measurements. */
export interface Truth {
  readonly articleId: string;
  readonly publisherId: number;
  /** `null` for opinion and evergreen pieces. Articles of one event in several languages share it. */
  readonly eventId: string | null;
  readonly kind: string;
  /** The id of the wire article that this one copies. */
  readonly copyOf: string | null;
  readonly topic: Topic;
  readonly language: Language;
  readonly isUpdate: boolean;
  /** Whether its event is ever breaking news in its language. */
  readonly isBreaking: boolean;
  readonly publishedAt: number;
  readonly correctedAt: number | null;
}

export interface NewsEvent {
  readonly id: string;
  readonly kind: string;
  readonly topic: Topic;
  readonly at: number;
  readonly country: string;
  readonly city: string;
  readonly isBreaking: boolean;
  /** BREAK-1: the start time per language in which enough publishers reported independently within half an hour. */
  readonly breaksAt: ReadonlyMap<Language, number>;
  /** All past and future articles about it, in order of publication. */
  readonly articleIds: readonly string[];
}
