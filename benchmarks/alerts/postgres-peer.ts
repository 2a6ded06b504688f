import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { int4, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { postgresCpuSeconds } from '../crawl/processes.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { madeUpArticle } from '../search/corpus.ts';
import type { SavedSearchQuery } from './whole-path.ts';

/**
 * The same in PostgreSQL: each saved search is a tsquery in a table, and every article is compared with all of them.
 * Fields and filters are left out, in PostgreSQL's favour.
 */
export async function measurePostgres(
  ctx: BenchmarkContext,
  queries: readonly SavedSearchQuery[],
): Promise<void> {
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const database = createPool({ url: await (await ctx.postgres()).createDatabase('tsqueries'), telemetry });
  try {
    await measure(ctx, database, queries);
  } finally {
    await database.close();
  }
}

async function measure(
  ctx: BenchmarkContext,
  database: Database,
  queries: readonly SavedSearchQuery[],
): Promise<void> {
  const texts = queries.map(({ query }) => query.replace(/\b(?:topic|source):\S+|title:/g, ''));
  await database.execute(sql`
    create table saved_as_tsquery as
    select websearch_to_tsquery('english', query) as query from unnest(${texts}::text[]) as query
  `);
  await database.execute(sql`analyze saved_as_tsquery`);
  const articles = ctx.quick ? 20 : 200;
  const [began, before] = [performance.now(), await postgresCpuSeconds(database)];
  let matches = 0;
  for (let number = 0; number < articles; number++) {
    const { title, tags, summary, body } = madeUpArticle(number);
    const { count } = await database.one(
      row({ count: int4 }),
      sql`
        select count(*)::int as count from saved_as_tsquery
        where to_tsvector('english', ${[title, tags, summary, body].join('\n')}) @@ query
      `,
    );
    matches += count;
  }
  const cpu = (await postgresCpuSeconds(database)) - before;
  ctx.table(
    'A tsquery for each saved search, in PostgreSQL',
    ['articles', 'a second', 'per CPU second', 'matches per article'],
    [[articles, articles / ((performance.now() - began) / 1_000), articles / cpu, matches / articles]],
  );
}
