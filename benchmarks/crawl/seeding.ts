import type { Database, Transaction } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { PUBLISHING } from './corpus.ts';

/**
 * Sources as `addSources` would create them, with one statement per table; none is due. Those that do not publish have
 * the validators of a first visit. The tables are never analysed or vacuumed, so that a plan that depends on
 * statistics shows up as slow.
 */
export async function seedSources(database: Database, count: number, port: number): Promise<void> {
  await database.transaction(async tx => {
    for (const table of ['sources', 'crawl_hosts', 'source_schedule', 'crawl_pages'])
      await tx.script(`alter table ${table} set (autovacuum_enabled = false)`);
    await tx.execute(sql`
      create temporary table seeded on commit drop as
      select n, gen_random_uuid() as id,
        '127.' || (1 + (n >> 16)) || '.' || ((n >> 8) & 255) || '.' || (n & 255) || ':' || ${port}::text as host
      from generate_series(0, ${count}::int - 1) as n
    `);
    await tx.execute(sql`
      insert into sources (id, name, url, kind, reads_pages, created_at, updated_at)
      select id, 'Source at ' || host, 'http://' || host || '/feed.xml', 'feed', false, now(), now() from seeded
    `);
    await tx.execute(sql`insert into crawl_hosts (host, updated_at) select host, now() from seeded`);
    await tx.execute(sql`
      insert into source_schedule (source_id, host, next_crawl_at, etag, last_success_at, interval_seconds)
      select id, host, 'infinity', visited.etag, visited.at, visited.interval_seconds
      from seeded
      left join (select '"v0"'::bytea as etag, now() as at, 900 as interval_seconds) as visited
        on seeded.n % ${PUBLISHING}::int > 0
    `);
  }, LONG);
}

/** Makes all sources due, spread evenly over the next seconds; 0 is now. */
export async function makeDue(database: Database, overSeconds: number): Promise<void> {
  await database.transaction(async tx => {
    await tx.execute(sql`
      update source_schedule set next_crawl_at = now() + random() * ${overSeconds} * interval '1 second'
    `);
    await scheduleHosts(tx);
  }, LONG);
}

/** Makes unvisited sources due: all of their articles are new, and their next visit is a usual one. */
export async function makeUnvisitedDue(database: Database): Promise<void> {
  await database.transaction(async tx => {
    await tx.execute(sql`update source_schedule set next_crawl_at = now() where last_success_at is null`);
    await scheduleHosts(tx);
  }, LONG);
}

async function scheduleHosts(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update crawl_hosts set due_at = next_crawl_at, busy_until = null
    from source_schedule where source_schedule.host = crawl_hosts.host
  `);
}

const LONG = { statementTimeoutMs: 120_000 };
