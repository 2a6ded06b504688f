import { timeOfId } from '../../../lib/ids.ts';
import type { Queryable } from '../../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, timestamptz, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { TrendingKind } from '../lists.ts';

/** The details of articles or stories that lists show, without removed and hidden ones. */
export function itemsByIds(
  database: Queryable,
  of: TrendingKind,
  ids: readonly string[],
): Promise<ItemDetails[]> {
  return of === 'articles' ? articlesByIds(database, ids) : storiesByIds(database, ids);
}

function articlesByIds(database: Queryable, ids: readonly string[]): Promise<ItemDetails[]> {
  const known = ids.filter(id => timeOfId(id) !== null);
  return database.many(
    ItemRow,
    sql`
      select articles.id, articles.title, coalesce(facts.language, articles.language) as language, facts.category,
        articles.published_at, sources.id as source_id, sources.name as source_name, 1 as article_count,
        articles.id as lead_article_id
      from unnest(${known}::uuid[], ${known.flatMap(id => timeOfId(id) ?? [])}::timestamptz[]) as asked (id, stored_at)
      join articles on articles.id = asked.id and articles.stored_at = asked.stored_at
      join sources on sources.id = articles.source_id
      left join article_facts as facts
        on facts.article_id = articles.id and facts.stored_at = articles.stored_at
    `,
  );
}

function storiesByIds(database: Queryable, ids: readonly string[]): Promise<ItemDetails[]> {
  return database.many(
    ItemRow,
    sql`
      select id, coalesce(editor_headline, headline) as title, language, category, updated_at as published_at,
        null::uuid as source_id, null::text as source_name, article_count, lead_article_id
      from stories
      where id = any (${ids}::uuid[]) and not is_hidden and article_count > 0
    `,
  );
}

const ItemRow = row({
  id: uuid,
  title: text,
  language: nullable(text),
  category: nullable(text),
  published_at: timestamptz,
  source_id: nullable(uuid),
  source_name: nullable(text),
  article_count: int4,
  lead_article_id: uuid,
});

export type ItemDetails = RowOf<typeof ItemRow>;
