import { atEnd } from '../../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { type Random, seededRandom, systemRandom } from '../../lib/random.ts';
import type { NewArticle } from '../../model/article.ts';
import type { PoolOptions } from '../../platform/database/pool.ts';
import type { Database } from '../../platform/database/port.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { type StoredOutcome, storeArticles } from './store.ts';

/** A separate database with the stream of new articles, and functions to store into it. */
export async function testStore(pool: Partial<PoolOptions> = {}) {
  const telemetry = createMemoryTelemetry();
  const { database, url } = await testDatabase({ telemetry, ...pool });
  const log = createLog({ database, telemetry });
  atEnd(() => log.close());
  await log.declare({ name: 'articles.new', partitions: 4, retentionDays: 30 });
  const clock = new ManualClock(TEST_EPOCH.getTime());
  const newId = createIdSource(clock, systemRandom);
  const store = (...articles: NewArticle[]): Promise<StoredOutcome[]> =>
    database.transaction(tx => storeArticles(tx, { log, newId }, articles));
  return { database, url, telemetry, log, clock, newId, store };
}

/** Counts of inconsistencies; all are 0 in a consistent database. */
export function disagreements(database: Database) {
  return database.one(
    row({
      articles_without_url: int8,
      urls_without_article: int8,
      urls_of_two_articles: int8,
      articles_without_guid: int8,
      guids_without_article: int8,
      articles_without_event: int8,
      events_without_article: int8,
      events_twice: int8,
      revisions_without_article: int8,
    }),
    sql`
      select
        (select count(*) from articles a where not exists
          (select from article_urls u where u.article_id = a.id and not u.is_alias)) as articles_without_url,
        (select count(*) from article_urls u where not exists
          (select from articles a where a.id = u.article_id)) as urls_without_article,
        (select count(*) from (select from articles group by url having count(*) > 1) twice) as urls_of_two_articles,
        (select count(*) from articles a where guid is not null and not exists
          (select from article_guids g where g.article_id = a.id and not g.is_alias)) as articles_without_guid,
        (select count(*) from article_guids g where not exists
          (select from articles a where a.id = g.article_id)) as guids_without_article,
        (select count(*) from articles a where not exists
          (select from log_events e where e.key = a.id::text)) as articles_without_event,
        (select count(*) from log_events e where not exists
          (select from articles a where a.id::text = e.key)) as events_without_article,
        (select count(*) from (select from log_events group by key having count(*) > 1) twice) as events_twice,
        (select count(*) from article_revisions r where not exists
          (select from articles a where a.id = r.article_id)) as revisions_without_article
    `,
  );
}

export const NO_DISAGREEMENT = {
  articlesWithoutUrl: 0,
  urlsWithoutArticle: 0,
  urlsOfTwoArticles: 0,
  articlesWithoutGuid: 0,
  guidsWithoutArticle: 0,
  articlesWithoutEvent: 0,
  eventsWithoutArticle: 0,
  eventsTwice: 0,
  revisionsWithoutArticle: 0,
};

export async function count(database: Database, table: 'articles' | 'article_urls' | 'article_guids') {
  const counts = await database.one(
    row({ articles: int8, article_urls: int8, article_guids: int8 }),
    sql`
      select (select count(*) from articles) as articles, (select count(*) from article_urls) as article_urls,
        (select count(*) from article_guids) as article_guids
    `,
  );
  return { articles: counts.articles, article_urls: counts.articleUrls, article_guids: counts.articleGuids }[
    table
  ];
}

export function shuffled<T>(items: readonly T[], random: Random = seededRandom(1)): T[] {
  return items
    .map(item => ({ item, sortKey: random.fraction() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .map(({ item }) => item);
}
