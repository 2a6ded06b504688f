/** PARSE-4: what was found on an article's page. Nothing in it has been checked against the source it came from. */
export interface ExtractedArticle {
  readonly title: string;
  /** Names as the page gives them, without roles and agencies' addresses. */
  readonly authors: readonly string[];
  /** The introduction: the page's own summary, or the beginning of the text. */
  readonly lead: string | null;
  /** Sanitised HTML of the body. */
  readonly html: string;
  /** The body as text: one line per paragraph, without captions. */
  readonly text: string;
  readonly leadImage: ExtractedImage | null;
  /** ISO 8601, as exact as the page says it: a day, a local time, or a time with its offset. */
  readonly publishedTime: string | null;
  readonly modifiedTime: string | null;
  /** A BCP 47 tag as the page claims it. */
  readonly language: string | null;
  /** The address that the page calls its own. It is a claim, and trusted only within the site. */
  readonly canonicalUrl: string | null;
  readonly section: string | null;
  readonly siteName: string | null;
  readonly wordCount: number;
  readonly readingMinutes: number;
  readonly robots: RobotsDirectives;
  readonly feeds: readonly FeedLink[];
  /** The page says, or looks as if, the rest is for subscribers. */
  readonly isPaywalled: boolean;
  /** What the page tells machines (isAccessibleForFree); null when it says nothing. */
  readonly isFree: boolean | null;
}

export interface ExtractedImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** SRC-9: what the page's robots meta elements forbid. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly noarchive: boolean;
  readonly nosnippet: boolean;
  /** The most characters that may be shown, or null where there is no limit. */
  readonly maxSnippet: number | null;
}

export interface FeedLink {
  readonly url: string;
  readonly title: string | null;
  readonly type: string | null;
}
