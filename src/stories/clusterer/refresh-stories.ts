import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Outcome } from './batch-changes.ts';
import { chooseLead } from './choose-lead.ts';
import type { Desk } from './language-clusterer.ts';
import { MOST_CANDIDATES, readCandidates, type StoryCandidates } from './lead-candidates.ts';

/**
 * STORY-4: writes anew what is shown of the stories that changed. Sources, topics and names of a story that only grew
 * are added to; those of one whose articles came and went are counted again. Returns the stories that have no
 * article left; what they leave is for others to settle.
 */
export async function refreshStories(
  tx: Transaction,
  desk: Desk,
  outcome: Outcome,
): Promise<{ readonly gone: readonly string[] }> {
  const { touched, reshaped, placements } = outcome;
  if (touched.length === 0) return { gone: [] };
  const candidates = await readCandidates(tx, touched);
  const gone = touched.filter(story => !candidates.has(story));
  for (const [story, known] of candidates) if (isWorthRelating(known)) desk.unrelated.add(story);
  const recounted = reshaped.filter(story => candidates.has(story));
  await count(
    tx,
    placements.map(({ article }) => article.id),
    recounted,
  );
  await writeStories(tx, desk.language, candidates);
  return { gone };
}

/** Relatives are looked for again at each doubling and halving. */
function isWorthRelating({ articles: { length: size }, saidBefore }: StoryCandidates): boolean {
  return size > 1 && Math.clz32(size) !== Math.clz32(Math.min(saidBefore, MOST_CANDIDATES));
}

/** Adds new articles to what their stories say, and counts again all articles of some stories. */
async function count(
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

/** A topic belongs to a story when a quarter of its articles speak for it, a name when a fifth of them say it. */
async function writeStories(
  tx: Transaction,
  language: string,
  candidates: ReadonlyMap<string, StoryCandidates>,
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
      ) as most
    ) as names
    on conflict (id) do update set headline = excluded.headline, lead = excluded.lead,
      lead_article_id = excluded.lead_article_id, image_url = excluded.image_url,
      image_article_id = excluded.image_article_id, category = excluded.category, topics = excluded.topics,
      entities = excluded.entities, first_seen_at = excluded.first_seen_at, updated_at = excluded.updated_at,
      article_count = excluded.article_count, text_count = excluded.text_count, source_count = excluded.source_count
  `);
}

/**
 * STORY-4: finds the stories nearest to those that have changed much. Looking for them costs as much as placing some
 * articles, so a desk with a backlog places first: only so many are looked for with a batch, and the others with a later
 * one or when somebody looks at the desk.
 */
export async function relateStories(tx: Transaction, desk: Desk, most: number): Promise<void> {
  const found: { readonly story: string; readonly related: string }[] = [];
  for (const story of desk.unrelated.values().take(most)) {
    desk.unrelated.delete(story);
    const related = desk.stories.related(story, MOST_RELATED).map(other => other.story);
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

const MOST_RELATED = 8;
/** As many as small batches need; a large one is of a backlog. */
export const RELATED_WITH_A_BATCH = 8;
export const RELATED_AT_A_LOOK = 256;
