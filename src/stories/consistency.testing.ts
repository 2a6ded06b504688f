import type { Queryable } from '../platform/database/port.ts';
import { bytea, int8, row, text, timestamptz } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { CopyIndex } from './copies/copy-index.ts';
import { decodeFingerprint } from './fingerprints/fingerprint-codec.ts';

/**
 * Violations of invariants that hold when all stored articles are clustered; an empty object when there are none.
 * What stories show is recounted from their articles, to compare incremental sums with fresh ones.
 */
export async function inconsistencies(database: Queryable): Promise<Record<string, number>> {
  const found = await database.many(
    row({ flaw: text, count: int8 }),
    sql`
      with
      members as (
        select placed.*, facts.language, facts.category, facts.category_confidence, facts.topics,
          facts.topic_confidences, facts.entities
        from story_articles as placed
        join article_facts as facts using (article_id, stored_at)
      ),
      source_counts as (
        select story_id, source_id, count(*) as articles, min(stored_at) as first_at
        from story_articles group by story_id, source_id
      ),
      topic_weights as (
        select story_id, topic_id, sum(confidence) as weight
        from members cross join lateral unnest(array_append(topics, category),
          array_append(topic_confidences, category_confidence)) as label (topic_id, confidence)
        where topic_id is not null group by story_id, topic_id
      ),
      entity_counts as (
        select story_id, entity_key, count(*) as articles
        from members cross join lateral unnest(entities) as entity_key group by story_id, entity_key
      ),
      totals as (
        select story_id, count(*) as articles, count(distinct copy_group) as texts,
          count(distinct source_id) as sources, min(stored_at) as first_at, max(stored_at) as last_at,
          count(distinct language) as languages, min(language) as language
        from members group by story_id
      ),
      announced as (
        select article_id::uuid from log_events join log_streams on log_streams.id = stream_id
        cross join lateral jsonb_array_elements_text(data::jsonb -> 'articleIds') as article_id
        where log_streams.name = 'stories.changed' and data::jsonb ->> 'kind' = 'changed'
      ),
      described as (
        select (data::jsonb ->> 'articleId')::uuid as article_id
        from log_events join log_streams on log_streams.id = stream_id
        where log_streams.name = 'articles.described' and data::jsonb ->> 'kind' = 'article'
      )
      select 'articles without facts' as flaw, count(*) from articles
        where not exists (select from article_facts where article_id = articles.id)
      union all select 'articles without a story', count(*) from articles
        where not exists (select from story_articles where article_id = articles.id)
      union all select 'facts without an article', count(*) from article_facts
        where not exists (select from articles where id = article_id and stored_at = article_facts.stored_at)
      union all select 'placements without an article', count(*) from story_articles
        where not exists (select from articles where id = article_id and stored_at = story_articles.stored_at)
      union all select 'placements without a story', count(*) from story_articles
        where not exists (select from stories where id = story_id)
      union all select 'stories without an article', count(*) from stories
        where not exists (select from story_articles where story_id = stories.id)
      union all select 'stories with wrong numbers of articles', count(*) from stories join totals on story_id = id
        where (article_count, source_count) is distinct from (articles, sources)
      union all select 'stories with wrong numbers of texts', count(*) from stories join totals on story_id = id
        where text_count is distinct from texts
      union all select 'stories with wrong times', count(*) from stories join totals on story_id = id
        where (first_seen_at, updated_at) is distinct from (first_at, last_at)
      union all select 'stories in two languages', count(*) from stories join totals on story_id = id
        where languages > 1 or stories.language <> totals.language
      union all select 'stories led by an article of another', count(*) from stories
        where not exists (select from story_articles where article_id = lead_article_id and story_id = stories.id)
          or image_article_id is not null and not exists (
            select from story_articles where article_id = image_article_id and story_id = stories.id
          )
      union all select 'sources with wrong counts', count(*)
        from source_counts full join story_sources using (story_id, source_id)
        where (source_counts.articles, source_counts.first_at)
          is distinct from (story_sources.articles::bigint, story_sources.first_at)
      union all select 'topics with wrong weights', count(*)
        from topic_weights full join story_topics using (story_id, topic_id)
        where not coalesce(abs(topic_weights.weight - story_topics.weight) <= 0.001 * story_topics.weight, false)
      union all select 'entities with wrong counts', count(*)
        from entity_counts full join story_entities using (story_id, entity_key)
        where entity_counts.articles is distinct from story_entities.articles::bigint
      union all select 'categories that are not the heaviest', count(*) from stories
        where category is distinct from (
          select topic_id from story_topics join topics on topics.id = topic_id
          where story_id = stories.id and parent is null order by weight desc, topic_id limit 1
        )
      union all select 'copy groups that are not named after their first', count(*) from story_articles
        where copy_group > article_id or exists (
          select from story_articles as first
          where first.article_id = story_articles.copy_group and first.copy_group <> first.article_id
        )
      union all select 'redirects of existing stories', count(*) from story_redirects
        where exists (select from stories where id = from_id)
      union all select 'redirects to missing stories', count(*) from story_redirects
        where not exists (select from stories where id = into_id)
      union all select 'removals not applied', count(*) from story_losses
      union all select 'pending commands', count(*) from story_orders where done_at is null
      union all select 'visits of missing stories', count(*) from story_visits
        where not exists (select from stories where id = story_id)
      union all select 'dead letters', count(*) from log_dead_letters
      union all select 'articles described twice', count(*) from (
        select from described group by article_id having count(*) > 1) as twice
      union all select 'articles published twice', count(*) from (
        select from announced group by article_id having count(*) > 1) as twice
      union all select 'placements never published', count(*) from story_articles
        where not exists (select from announced where announced.article_id = story_articles.article_id)
    `,
  );
  return Object.fromEntries(found.filter(({ count }) => count > 0).map(({ flaw, count }) => [flaw, count]));
}

/** All rows about stories except the clusterers' tokens and the times of redirects, sorted. */
export async function allRows(database: Queryable): Promise<string[]> {
  const rows = await database.many(
    row({ line: text }),
    sql`
      select 'facts ' || to_jsonb(article_facts)::text as line from article_facts
      union all select 'place ' || to_jsonb(story_articles)::text from story_articles
      union all select 'story ' || to_jsonb(stories)::text from stories
      union all select 'redirect ' || (to_jsonb(story_redirects) - 'at')::text from story_redirects
      union all select 'source ' || to_jsonb(story_sources)::text from story_sources
      union all select 'topic ' || to_jsonb(story_topics)::text from story_topics
      union all select 'name in a story ' || to_jsonb(story_entities)::text from story_entities
      union all select 'name ' || to_jsonb(entities)::text from entities
      union all select 'ruling ' || to_jsonb(story_rulings)::text from story_rulings
      union all select 'episode ' || to_jsonb(breaking_episodes)::text from breaking_episodes
      union all select 'event ' || name || ' ' || "offset" from log_events join log_streams on log_streams.id = stream_id
    `,
  );
  return rows.map(({ line }) => line).sort();
}

/**
 * COPY-2: articles whose stored copy group differs from that of a single index over all articles. Groups do not
 * depend on the order, so there must be none, however many clusterers were involved.
 */
export async function wrongCopyGroups(database: Queryable): Promise<string[]> {
  const articles = await database.many(
    row({ id: text, stored_at: timestamptz, language: text, source: text, fingerprint: bytea, known: text }),
    sql`
      select article_id::text as id, facts.stored_at, language, facts.source_id::text as source, fingerprint,
        copy_group::text as known
      from article_facts as facts join story_articles using (article_id) order by article_id
    `,
  );
  const indexes = new Map<string, CopyIndex>();
  const groupOf = ({ id, storedAt, language, source, fingerprint: bytes }: (typeof articles)[number]) => {
    const fingerprint = decodeFingerprint(bytes);
    if (fingerprint === null) throw new Error(`the fingerprint of ${id} cannot be read`);
    const index = indexes.get(language) ?? new CopyIndex();
    indexes.set(language, index);
    return index.add({ id, fingerprint, storedAt: storedAt.getTime(), language, source }).group;
  };
  for (const article of articles) groupOf(article);
  // A second pass: known articles are not added again, and all groups have their final names.
  return articles.filter(article => groupOf(article) !== article.known).map(({ id }) => id);
}

/** The story of each article by URL, which is the same in every database. */
export async function storiesByUrl(database: Queryable): Promise<Map<string, PlacedByUrl>> {
  const rows = await database.many(
    row({ url: text, story: text, copies: text, article: text }),
    sql`
      select url, story_id::text as story, copy_group::text as copies, article_id::text as article
      from story_articles join articles on articles.id = article_id order by url
    `,
  );
  return new Map(rows.map(({ url, ...placed }) => [url, placed]));
}

export interface PlacedByUrl {
  readonly story: string;
  readonly copies: string;
  readonly article: string;
}
