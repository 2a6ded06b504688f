import type { Queryable } from '../../platform/database/port.ts';
import { int8, type RowOf, row, text, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { slugOf } from '../entities/fold.ts';

/**
 * TOPIC-3: entities whose name contains all words of the query or begins with it, most mentioned first. Keys are
 * slugs, so "Merkel" finds `angela-merkel` by word and "angela mer" by prefix.
 */
export function searchEntities(database: Queryable, query: string, limit: number): Promise<StoredEntity[]> {
  const slug = slugOf(query);
  if (slug === '') return Promise.resolve([]);
  return database.many(
    EntityRow,
    sql`
      select ${ENTITY_COLUMNS} from entities
      where string_to_array(key, '-') @> string_to_array(${slug}, '-')
        or (key collate "C" >= ${slug} and key collate "C" < ${`${slug}\u{10ffff}`})
      order by articles desc, key limit ${limit}
    `,
  );
}

export function findEntity(database: Queryable, key: string): Promise<StoredEntity | null> {
  return database.maybe(EntityRow, sql`select ${ENTITY_COLUMNS} from entities where key = ${key}`);
}

/** The entities of these keys that exist, in the same order. */
export async function entitiesByKeys(database: Queryable, keys: readonly string[]): Promise<StoredEntity[]> {
  if (keys.length === 0) return [];
  return database.many(
    EntityRow,
    sql`
      select ${ENTITY_COLUMNS}
      from unnest(${keys}::text[]) with ordinality as asked (wanted, position) join entities on entities.key = asked.wanted
      order by asked.position
    `,
  );
}

const ENTITY_COLUMNS = sql`entities.key, entities.name, entities.kind, entities.articles, entities.last_seen_at`;
const EntityRow = row({ key: text, name: text, kind: text, articles: int8, last_seen_at: timestamptz });

export type StoredEntity = RowOf<typeof EntityRow>;
