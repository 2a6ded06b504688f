import { type ParsedDocument, type ParseParams, parseFeedArticles } from './feed-articles.ts';

/**
 * Items that were found elsewhere (an API, a list page), put into the form of a JSON Feed and read as one, so that
 * cleaning, dates and limits are those of every feed.
 */
export function parseAsFeed(items: readonly object[], context: ParseParams): ParsedDocument {
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: '', items };
  const bytes = Buffer.from(JSON.stringify(feed));
  return { ...parseFeedArticles(bytes, { ...context, contentType: 'application/feed+json' }), title: null };
}
