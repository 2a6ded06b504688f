import { isString, nullable, shape } from '../lib/guards.ts';

/** An article as it comes out of a feed, a page, an API or a submission, ready to be stored once (DEDUP-1). */
export interface NewArticle {
  readonly sourceId: string;
  /** Where people read it. Its canonical form decides whether the article is already known. */
  readonly url: string;
  /** DEDUP-6: several items of the source share the page of `url`, so its fragment is part of the address. Not stored. */
  readonly sharesPage?: boolean;
  /** The source's own id; the same id under another address is the same article. */
  readonly guid: string | null;
  /** Plain text, never empty. */
  readonly title: string;
  /** Plain text, a few sentences; may be empty. */
  readonly summary: string;
  /** Sanitised. Empty when nothing but the summary is known. */
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly publishedAt: Date;
  /** False when the source gave no plausible date; `publishedAt` is then when we first saw the article. */
  readonly hasOwnDate: boolean;
  readonly modifiedAt: Date | null;
  readonly authors: readonly string[];
  /** As the source calls them. */
  readonly categories: readonly string[];
  readonly language: string | null;
  readonly section: string | null;
  readonly image: ArticleImage | null;
  readonly wordCount: number;
  readonly extras: ArticleExtras | null;
  readonly origin: ArticleOrigin;
  /** The fetch that found it. */
  readonly fetchId: string | null;
}

/** Every field that a source may leave out. What builds an article adds the ones it found. */
export const ABSENT_FIELDS = {
  guid: null,
  summary: '',
  modifiedAt: null,
  authors: [],
  categories: [],
  language: null,
  section: null,
  image: null,
  extras: null,
  fetchId: null,
} as const satisfies Partial<NewArticle>;

export interface ArticleImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface ArticleExtras {
  readonly enclosures?: readonly { readonly url: string; readonly type: string | null }[];
  readonly commentsUrl?: string;
  readonly place?: { readonly latitude: number; readonly longitude: number };
  /** The first publisher, where the source names one. */
  readonly via?: { readonly name: string; readonly url: string | null };
  /** FEED-14: whether it is free to read, where the publisher's metadata says so (isAccessibleForFree). */
  readonly isFree?: boolean;
}

export type ArticleOrigin = 'feed' | 'page' | 'api' | 'submit';

/** An article as first seen; it never changes (DEDUP-2). */
export interface Article extends NewArticle {
  /** UUIDv7 whose time is `storedAt`. */
  readonly id: string;
  readonly storedAt: Date;
}

/** A different text seen later at the address of an article. */
export interface ArticleRevision {
  /** UUIDv7 whose time is `seenAt`. */
  readonly id: string;
  readonly articleId: string;
  readonly seenAt: Date;
  readonly title: string;
  readonly summary: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly modifiedAt: Date | null;
  readonly fetchId: string | null;
}

/** An event of `articles.new`: enough to decide whether to read the rest of the article. */
export interface ArticleStored {
  readonly articleId: string;
  readonly sourceId: string;
  readonly storedAt: string;
  readonly publishedAt: string;
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
}

export const isArticleStored = shape<ArticleStored>({
  articleId: isString,
  sourceId: isString,
  storedAt: isString,
  publishedAt: isString,
  url: isString,
  title: isString,
  language: nullable(isString),
});
