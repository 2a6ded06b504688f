import { LOWEST_ID } from '../../lib/ids.ts';
import type { Database } from '../../platform/database/port.ts';
import { int4, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ClusteringDeps } from './clustering-deps.ts';
import { refreshRelated } from './refresh-stories.ts';
import { recountStories } from './write-changes.ts';

/**
 * ALL-6: derives every story again from its articles and their facts: headline, picture, times, counts, sources, topics,
 * names. The story and the copy group of an article are not derived: they were decided once, addresses and editors'
 * rulings refer to them, and they stay.
 *
 * Each batch runs under the lock of its language, like a batch of articles, so the program may cluster meanwhile. Batches
 * are independent: a run that is killed has rebuilt some stories and left the others.
 */
export async function rebuildStories(deps: RebuildStoriesDeps): Promise<{ readonly stories: number }> {
  const { database, registry } = deps;
  let stories = 0;
  const languages = await database.many(
    row({ language: text }),
    sql`select language from story_desks order by language`,
  );
  for (const { language } of languages) {
    await registry.preload(database, new Set([language]));
    for await (const batch of batchesOf(database, language)) {
      await database.transaction(tx =>
        registry.run(tx, language, async clusterer => {
          await recountStories(deps, tx, clusterer, batch);
          await refreshRelated(tx, clusterer, batch.length);
        }),
      );
      stories += batch.length;
      deps.onProgress?.(batch.length);
    }
  }
  return { stories };
}

/** For progress. */
export async function countStories(database: Database): Promise<number> {
  const { stories } = await database.one(
    row({ stories: int4 }),
    sql`select count(distinct story_id)::int as stories from story_articles`,
  );
  return stories;
}

/** First the stories whose row is missing, then all rows. */
async function* batchesOf(database: Database, language: string): AsyncGenerator<string[]> {
  const missing = await database.many(
    row({ id: uuid }),
    sql`
      select distinct story_id as id
      from story_articles join article_facts using (article_id, stored_at)
      where language = ${language} and not exists (select from stories where stories.id = story_id)
    `,
  );
  for (let first = 0; first < missing.length; first += BATCH)
    yield missing.slice(first, first + BATCH).map(({ id }) => id);
  for (let after = LOWEST_ID; ; ) {
    const rows = await database.many(
      row({ id: uuid }),
      sql`
        select id from stories where language = ${language} and id > ${after}::uuid order by id limit ${BATCH}
      `,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

const BATCH = 100;

export interface RebuildStoriesDeps extends ClusteringDeps {
  /** Called with the number of further stories. */
  readonly onProgress?: (stories: number) => void;
}
