import type { Queryable } from '../../../platform/database/port.ts';
import { float8, int4, nullable, row, text, textArray } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { KeywordRule } from '../port.ts';
import type { TaxonomyEntry } from '../taxonomy/entry.ts';
import { TAXONOMY } from '../taxonomy/taxonomy.ts';

/** PostgreSQL notification sent when the taxonomy or a keyword rule changes. */
export const TOPICS_CHANGED = 'topics_changed';

/** TOPIC-1: seeds an empty table with the built-in taxonomy; afterwards the table is authoritative. */
export async function seedTopics(database: Queryable, now: Date): Promise<void> {
  await database.execute(sql`
    insert into topics (id, dimension, name, parent, keywords, updated_at)
    select id, dimension, name, nullif(parent, ''), string_to_array(keywords, ${SEPARATOR}), ${now}
    from unnest(
      ${TAXONOMY.map(({ id }) => id)}::text[],
      ${TAXONOMY.map(({ dimension }) => dimension)}::smallint[],
      ${TAXONOMY.map(({ name }) => name)}::text[],
      ${TAXONOMY.map(({ parent }) => parent ?? '')}::text[],
      ${TAXONOMY.map(({ keywords }) => keywords.join(SEPARATOR))}::text[]
    ) as given (id, dimension, name, parent, keywords)
    where not exists (select from topics)
    on conflict do nothing
  `);
}

export async function readTaxonomy(database: Queryable): Promise<TaxonomyEntry[]> {
  return database.many(
    row({ id: text, dimension: int4, name: text, parent: nullable(text), keywords: textArray }),
    sql`select id, dimension, name, parent, keywords from topics where is_active order by dimension`,
  );
}

export async function readRules(database: Queryable): Promise<KeywordRule[]> {
  const rows = await database.many(
    row({ keyword: text, topic_id: text, weight: float8 }),
    sql`
      select keyword, topic_id, weight from topic_rules
      join topics on topics.id = topic_id and topics.is_active order by keyword, topic_id
    `,
  );
  return rows.map(({ keyword, topicId, weight }) => ({ keyword, topic: topicId, weight }));
}

const SEPARATOR = '\n';
