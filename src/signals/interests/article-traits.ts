import { timeOfId } from '../../lib/ids.ts';
import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, textArray, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ArticleTraits } from './event.ts';

/** Topics, entities and source of the articles; articles without facts are missing. */
export async function readArticleTraits(
  database: Queryable,
  articleIds: readonly string[],
): Promise<ReadonlyMap<string, ArticleTraits>> {
  const ids = [...new Set(articleIds)].filter(id => timeOfId(id) !== null);
  if (ids.length === 0) return new Map();
  const rows = await database.many(
    TraitsRow,
    sql`
      select facts.article_id, facts.source_id, facts.entities,
        coalesce(array_agg(topics.dimension::text order by topics.dimension) filter (where topics.id is not null), '{}')
          as dimensions,
        coalesce(array_agg(label.confidence::text order by topics.dimension) filter (where topics.id is not null), '{}')
          as confidences
      from unnest(${ids}::uuid[], ${ids.flatMap(id => timeOfId(id) ?? [])}::timestamptz[]) as asked (id, stored_at)
      join article_facts as facts on facts.article_id = asked.id and facts.stored_at = asked.stored_at
      left join lateral (
        select facts.category as id, facts.category_confidence as confidence where facts.category is not null
        union all
        select * from unnest(facts.topics, facts.topic_confidences)
      ) as label on true
      left join topics on topics.id = label.id
      group by facts.article_id, facts.source_id, facts.entities
    `,
  );
  return new Map(
    rows.map(({ articleId, sourceId, entities, dimensions, confidences }) => [
      articleId,
      { sourceId, entities, topics: vectorOf(dimensions, confidences) },
    ]),
  );
}

/** Normalised to length one, so that an article with many topics has no more effect than one with few. */
function vectorOf(dimensions: readonly string[], confidences: readonly string[]): Float32Array {
  const vector = new Float32Array(TOPIC_DIMENSIONS);
  for (const [index, dimension] of dimensions.entries())
    vector[Number(dimension)] = Number(confidences[index]);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map(value => value / length);
}

const TraitsRow = row({
  article_id: uuid,
  source_id: uuid,
  entities: textArray,
  dimensions: textArray,
  confidences: textArray,
});
