import { type ParsedDocument, type ParseParams, parseFeedArticles } from './feed-articles.ts';

/**
 * Parses items of an API or a list page as a JSON Feed, so that cleaning, dates and limits are the same as for feeds.
 */
export function parseAsFeed(items: readonly object[], context: ParseParams): ParsedDocument {
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: '', items };
  const bytes = Buffer.from(JSON.stringify(feed));
  return { ...parseFeedArticles(bytes, { ...context, contentType: 'application/feed+json' }), title: null };
}
