/** PARSE-4: the content of an article's page. Nothing in it has been checked against its source. */
export interface ExtractedArticle {
  readonly title: string;
  /** Names as on the page, without roles and agencies' addresses. */
  readonly authors: readonly string[];
  /** The introduction: the page's own summary, or the beginning of the text. */
  readonly lead: string | null;
  /** Sanitised HTML of the body. */
  readonly html: string;
  /** The body as text: one line per paragraph, without captions. */
  readonly text: string;
  readonly leadImage: ExtractedImage | null;
  /** ISO 8601, as precise as on the page: a day, a local time, or a time with its offset. */
  readonly publishedTime: string | null;
  readonly modifiedTime: string | null;
  /** The BCP 47 tag that the page claims. */
  readonly language: string | null;
  /** The page's canonical address as it claims; trusted only within the site. */
  readonly canonicalUrl: string | null;
  readonly section: string | null;
  readonly siteName: string | null;
  readonly wordCount: number;
  readonly readingMinutes: number;
  readonly robots: RobotsDirectives;
  readonly feeds: readonly FeedLink[];
  /** The page says or suggests that the rest is for subscribers. */
  readonly isPaywalled: boolean;
  /** From the page's metadata (isAccessibleForFree); null when it says nothing. */
  readonly isFree: boolean | null;
}

export interface ExtractedImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** SRC-9: the restrictions in the page's robots meta elements. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly noarchive: boolean;
  readonly nosnippet: boolean;
  /** The maximum number of characters to show, or null without a limit. */
  readonly maxSnippet: number | null;
}

export interface FeedLink {
  readonly url: string;
  readonly title: string | null;
  readonly type: string | null;
}
