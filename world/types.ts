/** The categories of TOPIC-1; truth is told in these words. */
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

/** How a house writes: it decides on headlines, length and how much is copied from the wire. */
export type Style = 'wire' | 'broadsheet' | 'tabloid' | 'local' | 'business';

export type FeedFormat = 'rss2' | 'atom' | 'rss1' | 'json';
export type FeedEncoding = 'utf-8' | 'iso-8859-1' | 'windows-1251';

/** What is wrong with a publisher that is broken on purpose. */
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
  /** `null` for a paper that writes about everything. */
  readonly topic: Topic | null;
  readonly style: Style;
  /** Size of the newsroom relative to the others; about 0.3 to 4. */
  readonly size: number;
  readonly credibility: number;
  readonly format: FeedFormat;
  readonly encoding: FeedEncoding;
  readonly feedLength: number;
  /** Whether the feed document carries the whole text or only a summary. */
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
  /** Later than `publishedAt` when the text was corrected under the same URL. */
  readonly updatedAt: number;
}

/** What really happened, for tests and measurements. */
export interface Truth {
  readonly articleId: string;
  readonly publisherId: number;
  /** `null` for opinion and evergreen pieces. Articles of one event in several languages share it. */
  readonly eventId: string | null;
  readonly kind: string;
  /** The id of the wire article whose text this is. */
  readonly copyOf: string | null;
  readonly topic: Topic;
  readonly language: Language;
  readonly isUpdate: boolean;
  /** Whether its event is breaking news in its language at some time. */
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
  /** BREAK-1: since when, in each language in which enough houses reported independently within half an hour. */
  readonly breaksAt: ReadonlyMap<Language, number>;
  /** Every article about it that was or will be written, in the order of publication. */
  readonly articleIds: readonly string[];
}
