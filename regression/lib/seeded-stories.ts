import { join } from 'node:path';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { worldArticles } from '../../src/stories/articles.testing.ts';
import { createStoryFixtures } from '../../test/harness/story-fixtures.ts';

/**
 * Writes stories of the demo world as the stories role would, within seconds, for measurements of pages.
 * Crawling them would take longer, above all on a busy machine.
 */
export async function seedStories(databaseUrl: string, stories: number): Promise<void> {
  const database = createPool({ url: databaseUrl, telemetry: createMemoryTelemetry() });
  try {
    const now = new Date();
    await migrate(database, MIGRATIONS, { now: () => now });
    await maintainPartitions(database, now);
    const fixtures = await createStoryFixtures(database, now);
    const sources = new Map<string, string>();
    const articles = worldArticles({ before: now.getTime(), count: stories, languages: ['en'] });
    for (const [index, { article }] of articles.entries()) {
      const { name, country } = article.publisher;
      const source = sources.get(name) ?? (await fixtures.source(name, { country }));
      sources.set(name, source);
      const { headline, summary } = article;
      const stored = await fixtures.article(source, headline, { summary });
      await fixtures.story([stored], { category: CATEGORIES[index % CATEGORIES.length] ?? 'world' });
    }
  } finally {
    await database.close();
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const CATEGORIES = ['world', 'politics', 'business', 'technology', 'science', 'health', 'sports'];
