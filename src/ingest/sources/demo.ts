import type { Database, Queryable } from '../../platform/database/port.ts';
import { int4, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { removeArticlesOf } from '../dedup/remove.ts';
import { addSources, type NewSource, type SourceTools } from './registry.ts';

/**
 * RUN-1: the demo edition fills the pages of an installation that has no sources yet. It begins once; whoever removes
 * it, or begins with sources of their own, does not see it come.
 */
export function beginDemo(
  database: Database,
  tools: SourceTools,
  seed: number,
  sourcesOf: (edition: DemoEdition) => readonly NewSource[],
): Promise<DemoEdition | null> {
  return database.transaction(async tx => {
    await tx.execute(sql`
      insert into demo_edition (seed, began_at)
      select ${seed}, now()
      where not exists (select from sources)
      on conflict do nothing
    `);
    const edition = await currentDemo(tx);
    if (edition) await addSources(tx, tools, sourcesOf(edition));
    return edition;
  });
}

/** Null when there never was one or it was removed. */
export function currentDemo(database: Queryable): Promise<DemoEdition | null> {
  return database.maybe(
    row({ seed: int4, began_at: timestamptz }),
    sql`select seed, began_at from demo_edition where removed_at is null`,
  );
}

/** With all its sources and articles. What is left half-done by a crash is finished by the next call. */
export async function removeDemo(database: Database): Promise<number> {
  await database.execute(sql`update demo_edition set removed_at = coalesce(removed_at, now())`);
  const sources = await database.many(row({ id: uuid }), sql`select id from sources where is_demo`);
  for (const { id } of sources) {
    // Out of the schedule first, so that nothing is stored behind the back of what removes it.
    await database.execute(sql`update source_schedule set next_crawl_at = null where source_id = ${id}`);
    await removeArticlesOf(database, id);
    await database.execute(sql`delete from sources where id = ${id}`);
  }
  return sources.length;
}

export interface DemoEdition {
  readonly seed: number;
  readonly beganAt: Date;
}
