import type { SourceKind, SourceSettings } from '../../model/source.ts';
import type { ArticleLink } from '../extract/link-groups.ts';
import { detectArticleLinks, selectArticleLinks } from '../extract/links.ts';
import { parseApiArticles } from './api-articles.ts';
import { parseAsFeed } from './as-feed.ts';
import { NotAFeed } from './feed/index.ts';
import { type ParsedDocument, type ParseParams, parseFeedArticles } from './feed-articles.ts';
import { decodeBytes } from './text/encoding.ts';

/** Parses a document by the kind of its source; all kinds have the same result. */
export function parseDocument(
  bytes: Uint8Array,
  { kind, settings, ...context }: DocumentParams,
): ParsedDocument {
  switch (kind) {
    case 'scrape':
      return parseListArticles(bytes, { ...context, linkSelector: settings.scrape?.linkSelector ?? null });
    case 'api':
      if (!settings.api) throw new NotAFeed('unknown-json', 'The source has no mapping');
      return parseApiArticles(bytes, { ...context, mapping: settings.api });
    default:
      return parseFeedArticles(bytes, context);
  }
}

export interface DocumentParams extends ParseParams {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
}

/**
 * SRC-5: the articles that a list page links to, by a CSS selector or by heuristics. A link has only a title, so every item
 * wants its page. Throws when the selector is invalid.
 */
export function parseListArticles(bytes: Uint8Array, context: LinkListParams): ParsedDocument {
  const page = decodeBytes(bytes, context.contentType).text;
  const links = linksIn(page, context).slice(0, MAX_LINKS);
  const read = parseAsFeed(
    links.map(({ url, title }) => ({ id: url, url, title })),
    { ...context, oneItemPerPage: true },
  );
  return {
    ...read,
    items: read.items.map(({ article }) => ({ article: { ...article, origin: 'page' }, wantsPage: true })),
  };
}

function linksIn(page: string, { url, linkSelector }: LinkListParams): ArticleLink[] {
  return linkSelector === null ? detectArticleLinks(page, url) : selectArticleLinks(page, url, linkSelector);
}

/** A news list has some dozens; an archive of the whole site is not fetched page by page. */
const MAX_LINKS = 200;

export interface LinkListParams extends ParseParams {
  readonly linkSelector: string | null;
}
