import type { NewArticle } from '../../model/article.ts';
import type { ExtractedArticle } from '../../model/extracted-article.ts';
import { trustedCanonical } from '../dedup/canonical-url.ts';
import { extractArticle } from '../extract/index.ts';
import { excerptOf } from '../sanitise/index.ts';
import { plausibleDate } from './plausible-date.ts';
import { parseFeedDate } from './text/dates.ts';
import { decodeBytes } from './text/encoding.ts';

/**
 * PARSE-4: completes the article of a feed with its page. The feed wins for title, date and authors; the page fills in
 * what the feed lacks. A page that is not an article, or that must not be shown (SRC-9), changes nothing.
 */
export function parsePageArticle(bytes: Uint8Array, context: PageParams): PageArticle {
  const { article, url, contentType } = context;
  const found = extractArticle(decodeBytes(bytes, contentType).text, { url });
  const mayBeArchived = !found?.robots.noarchive;
  if (!found || found.robots.noarchive || found.robots.nosnippet) return { article, mayBeArchived };
  return { article: completed(context, found), mayBeArchived };
}

function completed({ article, url, now }: PageParams, found: ExtractedArticle): NewArticle {
  const isTrusted = found.canonicalUrl !== null && trustedCanonical(url, found.canonicalUrl) !== null;
  const isFuller = found.text.length > article.bodyText.length;
  return {
    ...article,
    ...(isTrusted && found.canonicalUrl !== null ? { url: new URL(found.canonicalUrl, url).href } : {}),
    ...(isFuller
      ? { bodyHtml: found.html, bodyText: found.text, wordCount: found.wordCount, origin: 'page' }
      : {}),
    summary: summaryOf(article, found),
    ...dateOf(article, found, now),
    authors: article.authors.length > 0 ? article.authors : found.authors,
    language: article.language ?? found.language,
    section: article.section ?? found.section,
    image: article.image ?? found.leadImage,
    ...(found.isFree === null ? {} : { extras: { ...article.extras, isFree: found.isFree } }),
  };
}

function summaryOf({ summary }: NewArticle, { lead, text, robots }: ExtractedArticle): string {
  const own = summary === '' ? excerptOf(lead ?? text, 400) : summary;
  return robots.maxSnippet === null || robots.maxSnippet < 0 ? own : excerptOf(own, robots.maxSnippet);
}

function dateOf(article: NewArticle, found: ExtractedArticle, now: number) {
  if (article.hasOwnDate || found.publishedTime === null) return {};
  const { at, isOwn } = plausibleDate(parseFeedDate(found.publishedTime), now);
  return isOwn ? { publishedAt: at, hasOwnDate: true } : {};
}

export interface PageArticle {
  readonly article: NewArticle;
  /** SRC-9: false when the page asks for no copies. */
  readonly mayBeArchived: boolean;
}

export interface PageParams {
  /** As the feed gave it. */
  readonly article: NewArticle;
  /** The address of the page, after redirects. */
  readonly url: string;
  readonly contentType: string | null;
  readonly now: number;
}
