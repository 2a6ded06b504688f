import type { AppContext } from '../../app/context.ts';
import { MAX_DEPTH, search } from '../../app/search/search.ts';
import { Problem } from '../../errors.ts';
import { itemOfVoice } from './document.ts';
import { type FeedContent, PAGE_SIZE } from './feed-content.ts';

/** FEED-12: what a search finds, newest first, for as long as somebody's reader asks again. */
export async function searchFeed(context: AppContext, words: string, number: number): Promise<FeedContent> {
  const q = words.trim();
  if (q === '' || q.length > LONGEST) throw new Problem('not-found', 'Say what to search for: q.');
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
    description: `What a search for ${q} finds, newest first.`,
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

const LONGEST = 500;
