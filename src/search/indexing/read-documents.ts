import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import {
  bool,
  float8,
  nullable,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { SearchDocument } from '../search-document.ts';

/** SRCH-4: reads articles as search documents in their current state, without deleted and hidden ones. */
export async function readDocuments(database: Queryable, ids: readonly string[]): Promise<SearchDocument[]> {
  const rows = await database.many(DocumentRow, selectDocuments(ids));
  return rows.map(({ names, topics, topicNames, section, categories, ...found }) => ({
    ...found,
    topics,
    tags: [...topicNames, ...names, ...categories, section ?? ''].join(' '),
  }));
}

/** The partition follows from the id: a UUIDv7 contains the time of storage. */
function selectDocuments(ids: readonly string[]): Statement {
  return sql`
    select
      articles.id, placed.story_id, articles.title, articles.summary, articles.body_text as body,
      coalesce(facts.language, articles.language) as language, articles.source_id, sources.country,
      articles.published_at, coalesce(sources.credibility, 0.5) as quality,
      coalesce(stories.breaking_since is not null and stories.breaking_until is null, false) as is_breaking,
      array_remove(coalesce(facts.topics, '{}') || facts.category, null) as topics,
      array(
        select topics.name from topics
        where topics.id = facts.category or topics.id = any (facts.topics)
      ) as topic_names,
      array(select entities.name from entities where entities.key = any (facts.entities)) as names,
      articles.section, articles.categories
    from unnest(${ids}::uuid[], ${ids.map(id => timeOfId(id)?.toISOString() ?? null)}::timestamptz[]) as wanted (id, stored_at)
    join articles on articles.id = wanted.id and articles.stored_at = wanted.stored_at
    left join article_facts as facts on facts.article_id = articles.id and facts.stored_at = articles.stored_at
    left join story_articles as placed on placed.article_id = articles.id
    left join stories on stories.id = placed.story_id
    left join sources on sources.id = articles.source_id
    where coalesce(not stories.is_hidden, true)
  `;
}

const DocumentRow = row({
  id: uuid,
  story_id: nullable(uuid),
  title: text,
  summary: text,
  body: text,
  language: nullable(text),
  source_id: uuid,
  country: nullable(text),
  published_at: timestamptz,
  quality: float8,
  is_breaking: bool,
  topics: textArray,
  topic_names: textArray,
  names: textArray,
  section: nullable(text),
  categories: textArray,
});
