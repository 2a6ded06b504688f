import type { Database, Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, int8, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { removeArticleBatch, removeArticlesOfSources } from '../dedup/remove.ts';
import { addSources, type SourceDraft, type SourceRegistryDeps } from './registry.ts';

/**
 * RUN-1: the demo edition fills the pages of an installation that has no sources yet. It is created once, and never
 * again after an operator has removed it or one of its sources, or has added other sources.
 */
export function createDemoEdition(
  database: Database,
  deps: SourceRegistryDeps,
  seed: number,
  sourcesOf: (edition: DemoEdition) => readonly SourceDraft[],
): Promise<DemoEdition | null> {
  return database.transaction(async tx => {
    // When several processes start together, one inserts, and the others wait here until its sources are inserted.
    const begun = await tx.execute(sql`
      insert into demo_edition (seed, began_at)
      select ${seed}, now()
      where not exists (select from sources)
      on conflict do nothing
    `);
    const edition = await currentDemo(tx);
    if (edition && begun > 0) await addSources(tx, deps, sourcesOf(edition));
    return edition;
  });
}

/** Null when there is none or it was removed. */
export function currentDemo(database: Queryable): Promise<DemoEdition | null> {
  return database.maybe(
    row({ seed: int4, began_at: timestamptz }),
    sql`select seed, began_at from demo_edition where removed_at is null`,
  );
}

export async function demoState(database: Queryable): Promise<DemoState> {
  const { beganAt, removedAt, sources } = await database.one(
    row({ began_at: nullable(timestamptz), removed_at: nullable(timestamptz), sources: int8 }),
    sql`
      select began_at, removed_at, (select count(*) from sources where is_demo) as sources
      from (values (1)) as always (one)
      left join demo_edition on true
    `,
  );
  return { state: beganAt === null ? 'none' : removedAt === null ? 'on' : 'removed', beganAt, sources };
}

/** Ends the demo edition and its fetches; `removeEndedDemo` follows. False when there was none. */
export async function endDemoEdition(tx: Transaction): Promise<boolean> {
  const ended = await tx.execute(sql`update demo_edition set removed_at = now() where removed_at is null`);
  if (ended === 0) return false;
  await tx.execute(sql`
    update source_schedule set next_crawl_at = null
    from sources
    where sources.id = source_schedule.source_id and sources.is_demo
  `);
  await tx.execute(sql`
    delete from crawl_pages using sources where sources.id = crawl_pages.source_id and sources.is_demo
  `);
  return true;
}

/**
 * Removes the sources and articles of an edition that has ended. After a crash the next call finishes the removal. The
 * current edition is not touched. Returns the number of removed sources.
 */
export async function removeEndedDemo(database: Database): Promise<number> {
  if (await currentDemo(database)) return 0;
  const sources = await database.many(row({ id: uuid }), sql`select id from sources where is_demo`);
  if (sources.length === 0) return 0;
  const ids = sources.map(({ id }) => id);
  await removeArticlesOfSources(database, ids);
  await database.transaction(tx => removeSourcesAndHosts(tx, ids));
  return ids.length;
}

/**
 * Removes the sources, the articles that running visits have stored since, and the hosts that are not needed any more. A
 * visit writes while it holds the lock of its host, so the hosts are locked here as well, first and in the order of
 * their names as everywhere: then the visit either is over, or finds neither host nor source and writes nothing.
 */
async function removeSourcesAndHosts(tx: Transaction, ids: readonly string[]): Promise<void> {
  const hosts = await tx.many(
    row({ host: text }),
    sql`
      select host from crawl_hosts
      where host in (select host from source_schedule where source_id = any (${ids}::uuid[]))
      order by host
      for update
    `,
  );
  await tx.execute(sql`delete from sources where id = any (${ids}::uuid[])`);
  while ((await removeArticleBatch(tx, ids, null, BATCH_SIZE)).length > 0);
  await tx.execute(sql`
    delete from crawl_hosts
    where host = any (${hosts.map(({ host }) => host)}::text[])
      and not exists (select from source_schedule where source_schedule.host = crawl_hosts.host)
      and not exists (select from crawl_pages where crawl_pages.host = crawl_hosts.host)
  `);
}

const BATCH_SIZE = 500;

export interface DemoEdition {
  readonly seed: number;
  readonly beganAt: Date;
}

export interface DemoState {
  readonly state: 'none' | 'on' | 'removed';
  readonly beganAt: Date | null;
  /** Not zero after an interrupted removal. */
  readonly sources: number;
}
