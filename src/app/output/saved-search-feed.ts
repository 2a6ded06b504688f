import { requireSavedSearch, savedMatches } from '../alerts/saved-searches.ts';
import type { AppContext } from '../context.ts';
import type { OutputItem } from './document.ts';
import { type FeedContent, PAGE_SIZE } from './feed-content.ts';

/** SRCH-9: the matches of a saved search, newest first, as a feed for other programs. */
export async function savedSearchFeed(
  context: AppContext,
  userId: string,
  id: string,
  number: number,
): Promise<FeedContent> {
  const { name, query } = await requireSavedSearch(context, userId, id);
  const matches = await savedMatches(context, id, { after: null, limit: number * PAGE_SIZE + 1 });
  const shown = matches.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  return {
    title: `${name} · ${context.config.name}`,
    description: query,
    page: `/saved-searches/${id}`,
    language: null,
    items: shown.flatMap(({ article, matchedAt }) => {
      if (article === null) return [];
      const item: OutputItem = {
        id: `urn:uuid:${article.id}`,
        url: `${context.origin}/articles/${article.id}`,
        title: article.title,
        summary: article.summary,
        publishedAt: article.publishedAt,
        updatedAt: matchedAt,
        image: null,
        author: article.sourceName,
        tags: [],
        language: article.language,
      };
      return [item];
    }),
    hasMore: matches.length > number * PAGE_SIZE,
  };
}
