import type { Client } from '../../src/client/index.ts';
import type { FoundArticle } from './news.ts';

/** The articles of the newest stories of an installation, from its public API. */
export async function discoverArticles(client: Client, storiesAtMost: number): Promise<FoundArticle[]> {
  const found: FoundArticle[] = [];
  let cursor: string | undefined;
  let left = storiesAtMost;
  do {
    const query = { limit: Math.min(left, 200), ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.listStories({ query });
    for (const { id, category, breaking } of page.items) {
      const { items } = await client.listArticlesOfStory({ params: { id }, query: { limit: 50 } });
      for (const { article, copies } of items)
        for (const { id: articleId, publishedAt, source } of [article, ...copies])
          found.push({
            id: articleId,
            category,
            publishedAt: Date.parse(publishedAt),
            source: source.id,
            isBreaking: breaking !== null,
          });
    }
    left -= page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && left > 0);
  return found;
}
