import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { nullable, row, text, textArray, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ArticleFacts } from './article-registry.ts';

/**
 * The category, topics and story of each article, as stored. Merged stories are replaced by their successor,
 * hidden ones by null. Returns a row for every id.
 */
export async function readArticleFacts(
  database: Queryable,
  articleIds: readonly string[],
): Promise<ArticleFacts[]> {
  const found: ArticleFacts[] = [];
  const ids = [...new Set(articleIds)];
  for (let from = 0; from < ids.length; from += BATCH)
    found.push(...(await lookUp(database, ids.slice(from, from + BATCH))));
  return found;
}

async function lookUp(database: Queryable, ids: readonly string[]): Promise<ArticleFacts[]> {
  const rows = await database.many(
    FactsRow,
    sql`
      select asked.id, facts.category, coalesce(facts.topics, '{}') as topics, stories.id as story_id,
        stories.category as story_category, coalesce(stories.topics, '{}') as story_topics
      from unnest(${ids}::uuid[], ${ids.map(id => timeOfId(id) ?? new Date(0))}::timestamptz[]) as asked (id, stored_at)
      left join article_facts as facts on facts.article_id = asked.id and facts.stored_at = asked.stored_at
      left join story_articles as place on place.article_id = asked.id
      left join story_redirects as redirect on redirect.from_id = place.story_id
      left join stories on stories.id = coalesce(redirect.into_id, place.story_id) and not stories.is_hidden
    `,
  );
  return rows.map(({ id, category, topics, storyId, storyCategory, storyTopics }) => ({
    id,
    category,
    topics,
    story: storyId === null ? null : { id: storyId, category: storyCategory, topics: storyTopics },
  }));
}

const BATCH = 5_000;

const FactsRow = row({
  id: uuid,
  category: nullable(text),
  topics: textArray,
  story_id: nullable(uuid),
  story_category: nullable(text),
  story_topics: textArray,
});
