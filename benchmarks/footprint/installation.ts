import { addSources } from '../../src/ingest/sources/registry.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { findRunningPostgres } from '../../src/platform/database/embedded/running-server.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import type { ServedFeed } from './publishers-process.ts';

/** One connection to the database of the running program. */
export async function connectTo(data: string): Promise<Database> {
  const running = await findRunningPostgres(data);
  if (!running) throw new Error('the program runs no PostgreSQL');
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const database = createPool({ url: running.url, telemetry, maxConnections: 1 });
  await database.transaction(tx => tx.script('create extension if not exists pg_stat_statements'));
  return database;
}

export async function addFeeds(database: Database, feeds: readonly ServedFeed[]): Promise<void> {
  const deps = { newId: createIdSource(systemClock, systemRandom) };
  const drafts = feeds.map(feed => ({ ...feed, kind: 'feed' as const }));
  await database.transaction(async tx => {
    await addSources(tx, deps, drafts);
    await tx.execute(sql`update source_schedule set next_crawl_at = now()`);
    await tx.execute(sql`update crawl_hosts set due_at = now()`);
  });
}

/** Articles that are stored, and what is left to do: pages to fetch, and events that some flow has not handled yet. */
export function workOf(database: Database): Promise<{ articles: number; waiting: number }> {
  return database.one(
    row({ articles: int8, waiting: int8 }),
    sql`
      select
        (select count(*) from articles) as articles,
        (select count(*) from crawl_pages) + (
          select coalesce(sum(last_offset - position), 0)::bigint
          from log_positions join log_partitions using (stream_id, partition)
        ) as waiting
    `,
  );
}

/** No source is due while the program is measured at rest. */
export async function postponeFetches(database: Database): Promise<void> {
  await database.execute(
    sql`update source_schedule set next_crawl_at = now() + interval '1 day' where next_crawl_at is not null`,
  );
  await database.execute(
    sql`update crawl_hosts set due_at = now() + interval '1 day' where due_at is not null`,
  );
}

export async function statementsSoFar(database: Database): Promise<number> {
  const { calls } = await database.one(
    row({ calls: int8 }),
    sql`select sum(calls)::bigint as calls from pg_stat_statements`,
  );
  return calls;
}
