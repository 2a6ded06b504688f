import type { Queryable } from '../../platform/database/port.ts';
import {
  bool,
  float8,
  int4,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** TOPIC-1: the stored taxonomy: categories, then topics, by name. */
export function listTopics(database: Queryable, { inactive = false } = {}): Promise<StoredTopic[]> {
  return database.many(
    TopicRow,
    sql`
      select ${TOPIC_COLUMNS} from topics
      where is_active or ${inactive} order by parent nulls first, name, id
    `,
  );
}

export function findTopic(database: Queryable, id: string): Promise<StoredTopic | null> {
  return database.maybe(TopicRow, sql`select ${TOPIC_COLUMNS} from topics where id = ${id}`);
}

/** The names of the topics that exist. */
export async function namesOfTopics(
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.many(
    row({ id: text, name: text }),
    sql`select id, name from topics where id = any (${ids}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function listRules(database: Queryable): Promise<StoredTopicRule[]> {
  return database.many(
    RuleRow,
    sql`select id, keyword, topic_id, weight from topic_rules order by keyword, topic_id`,
  );
}

export function findRule(database: Queryable, id: string): Promise<StoredTopicRule | null> {
  return database.maybe(RuleRow, sql`select id, keyword, topic_id, weight from topic_rules where id = ${id}`);
}

const TOPIC_COLUMNS = sql`id, name, parent, dimension, keywords, is_active`;
const TopicRow = row({
  id: text,
  name: text,
  parent: nullable(text),
  dimension: int4,
  keywords: textArray,
  is_active: bool,
});
const RuleRow = row({ id: uuid, keyword: text, topic_id: text, weight: float8 });

export type StoredTopic = RowOf<typeof TopicRow>;
export type StoredTopicRule = RowOf<typeof RuleRow>;
