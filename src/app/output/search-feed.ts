import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';
import { MAX_DEPTH, search } from '../search/search.ts';
import { itemOfVoice } from './document.ts';
import { type FeedContent, PAGE_SIZE } from './feed-content.ts';

/** FEED-12: the results of a search, newest first. */
export async function searchFeed(context: AppContext, words: string, number: number): Promise<FeedContent> {
  const q = words.trim();
  if (q === '' || q.length > MAX_QUERY_LENGTH)
    throw new Problem('not-found', reason('search-words-required', { max: MAX_QUERY_LENGTH }));
  const offset = (number - 1) * PAGE_SIZE;
  if (offset + PAGE_SIZE > MAX_DEPTH) throw new Problem('not-found');
  const found = await search(context, {
    q: `${q} `,
    filters: {},
    sort: 'date',
    isGrouped: true,
    offset,
    limit: PAGE_SIZE,
    hasFacets: false,
    isExplained: false,
  });
  return {
    title: `${q} · ${context.config.name}`,
    description: `Search results for ${q}, newest first.`,
    page: `/search?q=${encodeURIComponent(q)}`,
    language: null,
    items: found.items.map(({ article }) => ({
      ...itemOfVoice(
        { ...article, articleId: article.id, sourceName: article.sourceName ?? '' },
        context.origin,
      ),
      summary: article.summary,
      language: article.language,
    })),
    hasMore: found.nextOffset !== null,
  };
}

const MAX_QUERY_LENGTH = 500;
