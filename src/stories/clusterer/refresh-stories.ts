import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { BatchChanges } from './batch-changes.ts';
import { chooseLead } from './choose-lead.ts';
import type { LanguageClusterer } from './language-clusterer.ts';
import { type LeadCandidates, MAX_LEAD_CANDIDATES, readLeadCandidates } from './lead-candidates.ts';

/**
 * STORY-4: rewrites the rows of changed stories. Sources, topics and entities of a story that only grew are added
 * to; those of a story that lost articles are recounted. Returns the stories without articles, which the caller
 * retires.
 */
export async function refreshStories(
  tx: Transaction,
  clusterer: LanguageClusterer,
  changes: BatchChanges,
): Promise<{ readonly retired: readonly string[] }> {
  const { changedStories, recountedStories, placements } = changes;
  if (changedStories.length === 0) return { retired: [] };
  const candidates = await readLeadCandidates(tx, changedStories);
  const retired = changedStories.filter(story => !candidates.has(story));
  for (const [story, known] of candidates) if (needsRelated(known)) clusterer.staleRelated.add(story);
  const recounted = recountedStories.filter(story => candidates.has(story));
  await updateCounts(
    tx,
    placements.map(({ article }) => article.id),
    recounted,
  );
  await writeStories(tx, clusterer.language, candidates);
  return { retired };
}

/** Related stories are recomputed whenever the size doubles or halves. */
function needsRelated({
  articles: { length: size },
  previousArticleCount: saidBefore,
}: LeadCandidates): boolean {
  return size > 1 && Math.clz32(size) !== Math.clz32(Math.min(saidBefore, MAX_LEAD_CANDIDATES));
}

/** Adds new articles to the counts of their stories, and recounts some stories completely. */
async function updateCounts(
  tx: Transaction,
  articles: readonly string[],
  recounted: readonly string[],
): Promise<void> {
  if (recounted.length > 0)
    await tx.execute(sql`
      with sources as (delete from story_sources where story_id = any (${recounted}::uuid[])),
        topics as (delete from story_topics where story_id = any (${recounted}::uuid[]))
      delete from story_entities where story_id = any (${recounted}::uuid[])
    `);
  const added =
    recounted.length === 0
      ? sql`select * from story_articles where article_id = any (${articles}::uuid[])`
      : sql`
          select * from story_articles
          where article_id = any (${articles}::uuid[]) and story_id <> all (${recounted}::uuid[])
          union all select * from story_articles where story_id = any (${recounted}::uuid[])
        `;
  await tx.execute(sql`
    with added as materialized (
      select placed.story_id, placed.source_id, placed.stored_at, facts.category, facts.category_confidence,
        facts.topics, facts.topic_confidences, facts.entities
      from (${added}) as placed
      left join article_facts as facts on facts.article_id = placed.article_id and facts.stored_at = placed.stored_at
    ), sources as (
      insert into story_sources as known (story_id, source_id, articles, first_at)
      select story_id, source_id, count(*), min(stored_at) from added group by story_id, source_id
      on conflict (story_id, source_id) do update set articles = known.articles + excluded.articles,
        first_at = least(known.first_at, excluded.first_at)
    ), topics as (
      insert into story_topics as known (story_id, topic_id, weight)
      select story_id, topic_id, sum(confidence)
      from added
      cross join lateral unnest(array_append(topics, category), array_append(topic_confidences, category_confidence))
        as label (topic_id, confidence)
      where topic_id is not null
      group by story_id, topic_id
      on conflict (story_id, topic_id) do update set weight = known.weight + excluded.weight
    )
    insert into story_entities as known (story_id, entity_key, articles)
    select story_id, entity_key, count(*)
    from added cross join lateral unnest(entities) as entity_key
    group by story_id, entity_key
    on conflict (story_id, entity_key) do update set articles = known.articles + excluded.articles
  `);
}

/** A topic belongs to a story when a quarter of its articles have it, an entity when a fifth mention it. */
async function writeStories(
  tx: Transaction,
  language: string,
  candidates: ReadonlyMap<string, LeadCandidates>,
): Promise<void> {
  const rows = [...candidates].map(([story, { articles }]) => ({ story, ...chooseLead(articles) }));
  await tx.execute(sql`
    insert into stories (id, language, headline, lead, lead_article_id, image_url, image_article_id, category, topics,
      entities, first_seen_at, updated_at, article_count, text_count, source_count)
    select fresh.id, ${language}, headline, lead, lead_article_id, image_url, image_article_id, labels.category,
      coalesce(labels.topics, '{}'), coalesce(names.entities, '{}'), total.first_at, total.last_at, total.articles,
      total.texts, sources.count
    from unnest(
      ${rows.map(({ story }) => story)}::uuid[],
      ${rows.map(({ lead }) => lead.title)}::text[],
      ${rows.map(({ lead }) => lead.summary)}::text[],
      ${rows.map(({ lead }) => lead.articleId)}::uuid[],
      ${rows.map(({ image }) => image?.imageUrl ?? null)}::text[],
      ${rows.map(({ image }) => image?.articleId ?? null)}::uuid[]
    ) as fresh (id, headline, lead, lead_article_id, image_url, image_article_id)
    cross join lateral (
      select min(stored_at) as first_at, max(stored_at) as last_at, count(*) as articles,
        count(distinct copy_group) as texts
      from story_articles where story_id = fresh.id
    ) as total
    cross join lateral (
      select count(*) as count from story_sources where story_id = fresh.id
    ) as sources
    cross join lateral (
      select
        (array_agg(topic_id order by weight desc, topic_id) filter (where topics.parent is null))[1] as category,
        (array_agg(topic_id order by weight desc, topic_id)
          filter (where topics.parent is not null and weight >= 0.25 * total.articles))[1:8] as topics
      from story_topics join topics on topics.id = topic_id
      where story_id = fresh.id
    ) as labels
    cross join lateral (
      select array_agg(entity_key) as entities from (
        select entity_key from story_entities
        where story_id = fresh.id and articles >= 0.2 * total.articles
        order by articles desc, entity_key limit 12
      ) as frequent
    ) as names
    on conflict (id) do update set headline = excluded.headline, lead = excluded.lead,
      lead_article_id = excluded.lead_article_id, image_url = excluded.image_url,
      image_article_id = excluded.image_article_id, category = excluded.category, topics = excluded.topics,
      entities = excluded.entities, first_seen_at = excluded.first_seen_at, updated_at = excluded.updated_at,
      article_count = excluded.article_count, text_count = excluded.text_count, source_count = excluded.source_count
  `);
}

/**
 * STORY-4: finds the nearest stories of those that changed much. That costs as much as placing several articles, so
 * only a few are found per batch; the rest follow with later batches or maintenance.
 */
export async function refreshRelated(
  tx: Transaction,
  clusterer: LanguageClusterer,
  limit: number,
): Promise<void> {
  const found: { readonly story: string; readonly related: string }[] = [];
  for (const story of clusterer.staleRelated.values().take(limit)) {
    clusterer.staleRelated.delete(story);
    const related = clusterer.stories.related(story, MAX_RELATED).map(other => other.story);
    if (related.length > 0) found.push({ story, related: related.join(' ') });
  }
  if (found.length === 0) return;
  await tx.execute(sql`
    update stories set related = string_to_array(fresh.related, ' ')::uuid[]
    from unnest(${found.map(({ story }) => story)}::uuid[], ${found.map(({ related }) => related)}::text[])
      as fresh (id, related)
    where stories.id = fresh.id
  `);
}

const MAX_RELATED = 8;
/** Enough for small batches; large ones are a backlog and must not be slowed down. */
export const RELATED_PER_BATCH = 8;
export const RELATED_PER_MAINTENANCE = 256;
