import type { FeedDocument, FeedFormat } from '../../model/feed-document.ts';
import type { ArticleLink } from '../extract/link-groups.ts';
import { detectArticleLinks, findFeedLinks } from '../extract/links.ts';
import { titleText } from '../sanitise/index.ts';
import { parseFeedDocument } from './feed/index.ts';
import { decodeBytes } from './text/encoding.ts';

/** SRC-2: a preview of a source before it is added. */
export interface FeedCandidate {
  readonly url: string;
  readonly kind: 'feed' | 'scrape';
  readonly title: string | null;
  readonly format: FeedFormat | 'page';
  readonly language: string | null;
  readonly homePage: string | null;
  readonly itemCount: number;
  readonly sample: readonly SampledItem[];
}

export interface SampledItem {
  readonly title: string | null;
  readonly url: string | null;
  readonly publishedAt: string | null;
}

/** Throws NotAFeed. */
export function previewFeed(bytes: Uint8Array, url: string, contentType: string | null): FeedPreview {
  const document = parseFeedDocument(bytes, { url, contentType });
  return { candidate: candidateFrom(document, url), sitemaps: document.sitemaps.map(each => each.url) };
}

function candidateFrom(document: FeedDocument, url: string): FeedCandidate {
  return {
    url,
    kind: 'feed',
    title: document.title === null ? null : titleText(document.title).slice(0, MAX_TITLE_LENGTH) || null,
    format: document.format,
    language: document.language,
    homePage: document.link,
    itemCount: document.items.length,
    sample: document.items.slice(0, SAMPLE_SIZE).map(item => ({
      title: item.title === null ? null : titleText(item.title).slice(0, MAX_TITLE_LENGTH),
      url: item.originalLink ?? item.link,
      publishedAt: momentOf(item.published ?? item.updated),
    })),
  };
}

/** The feeds that a page names, and a preview of the page itself as a list of articles. */
export function previewPage(bytes: Uint8Array, url: string, contentType: string | null): PagePreview {
  const page = decodeBytes(bytes, contentType).text;
  const links = detectArticleLinks(page, url);
  return {
    feeds: findFeedLinks(page, url),
    list: links.length === 0 ? null : listOf(page, url, links),
  };
}

function listOf(page: string, url: string, links: readonly ArticleLink[]): FeedCandidate {
  return {
    url,
    kind: 'scrape',
    title: /<title[^>]*>([^<]{1,300})/i.exec(page)?.[1]?.trim() ?? null,
    format: 'page',
    language: /<html[^>]*\slang\s*=\s*["']?([\w-]{2,20})/i.exec(page)?.[1] ?? null,
    homePage: url,
    itemCount: links.length,
    sample: links.slice(0, SAMPLE_SIZE).map(link => ({ ...link, publishedAt: null })),
  };
}

/** Feeds contain years that a Date cannot hold. */
function momentOf(stated: number | null): string | null {
  const date = new Date(stated ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const SAMPLE_SIZE = 5;
const MAX_TITLE_LENGTH = 300;

export interface FeedPreview {
  readonly candidate: FeedCandidate;
  /** The sitemaps of a sitemap index. */
  readonly sitemaps: readonly string[];
}

export interface PagePreview {
  readonly feeds: ReturnType<typeof findFeedLinks>;
  /** Null when the page has no list of articles. */
  readonly list: FeedCandidate | null;
}
