import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { MOST_CANDIDATES, readCandidates, type StoryCandidates } from './candidates.ts';
import type { Desk } from './desk.ts';
import { chooseLead } from './lead.ts';
import type { Outcome } from './outcome.ts';

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
  await writeStories(tx, desk.language, candidates);
  const recounted = reshaped.filter(story => candidates.has(story));
  if (recounted.length > 0) await recount(tx, recounted);
  await addTo(
    tx,
    placements.map(({ article }) => article.id),
    recounted,
  );
  await writeTotals(tx, [...candidates.keys()]);
  return { gone };
}

async function writeStories(
  tx: Transaction,
  language: string,
  candidates: ReadonlyMap<string, StoryCandidates>,
): Promise<void> {
  const rows = [...candidates].map(([story, { articles }]) => ({ story, ...chooseLead(articles) }));
  await tx.execute(sql`
    insert into stories (id, language, headline, lead, lead_article_id, image_url, image_article_id, topics,
      entities, first_seen_at, updated_at, article_count, text_count, source_count)
    select id, ${language}, headline, lead, lead_article_id, image_url, image_article_id, '{}', '{}', now(), now(),
      0, 0, 0
    from unnest(
      ${rows.map(({ story }) => story)}::uuid[],
      ${rows.map(({ lead }) => lead.title)}::text[],
      ${rows.map(({ lead }) => lead.summary)}::text[],
      ${rows.map(({ lead }) => lead.articleId)}::uuid[],
      ${rows.map(({ image }) => image?.imageUrl ?? null)}::text[],
      ${rows.map(({ image }) => image?.articleId ?? null)}::uuid[]
    ) as fresh (id, headline, lead, lead_article_id, image_url, image_article_id)
    on conflict (id) do update set headline = excluded.headline, lead = excluded.lead,
      lead_article_id = excluded.lead_article_id, image_url = excluded.image_url,
      image_article_id = excluded.image_article_id
  `);
}

/** Relatives are looked for again at each doubling and halving. */
function isWorthRelating({ articles: { length: size }, saidBefore }: StoryCandidates): boolean {
  return size > 1 && Math.clz32(size) !== Math.clz32(Math.min(saidBefore, MOST_CANDIDATES));
}

async function recount(tx: Transaction, stories: readonly string[]): Promise<void> {
  for (const table of [sql`story_sources`, sql`story_topics`, sql`story_entities`])
    await tx.execute(sql`delete from ${table} where story_id = any (${stories}::uuid[])`);
  await addTo(tx, null, stories);
}

/** Adds some articles to their stories, or all articles of the given stories when none are named. */
async function addTo(
  tx: Transaction,
  articles: readonly string[] | null,
  stories: readonly string[],
): Promise<void> {
  const added =
    articles === null
      ? sql`select * from story_articles where story_id = any (${stories}::uuid[])`
      : sql`select * from story_articles
          where article_id = any (${articles}::uuid[]) and story_id <> all (${stories}::uuid[])`;
  await tx.execute(sql`
    insert into story_sources as known (story_id, source_id, articles, first_at)
    select story_id, source_id, count(*), min(stored_at) from (${added}) as added group by story_id, source_id
    on conflict (story_id, source_id) do update set articles = known.articles + excluded.articles,
      first_at = least(known.first_at, excluded.first_at)
  `);
  await tx.execute(sql`
    insert into story_topics as known (story_id, topic_id, weight)
    select story_id, topic_id, sum(confidence)
    from (${added}) as added
    join article_facts on article_facts.article_id = added.article_id and article_facts.stored_at = added.stored_at
    cross join lateral unnest(
      array_append(article_facts.topics, article_facts.category),
      array_append(article_facts.topic_confidences, article_facts.category_confidence)
    ) as label (topic_id, confidence)
    where topic_id is not null
    group by story_id, topic_id
    on conflict (story_id, topic_id) do update set weight = known.weight + excluded.weight
  `);
  await tx.execute(sql`
    insert into story_entities as known (story_id, entity_key, articles)
    select story_id, entity_key, count(*)
    from (${added}) as added
    join article_facts on article_facts.article_id = added.article_id and article_facts.stored_at = added.stored_at
    cross join lateral unnest(article_facts.entities) as entity_key
    group by story_id, entity_key
    on conflict (story_id, entity_key) do update set articles = known.articles + excluded.articles
  `);
}

/** A topic belongs to a story when a quarter of its articles speak for it, a name when a fifth of them say it. */
async function writeTotals(tx: Transaction, stories: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update stories set
      first_seen_at = total.first_at, updated_at = total.last_at, article_count = total.articles,
      text_count = total.texts, source_count = sources.count, category = labels.category,
      topics = coalesce(labels.topics, '{}'), entities = coalesce(names.entities, '{}')
    from unnest(${stories}::uuid[]) as changed (id)
    cross join lateral (
      select min(stored_at) as first_at, max(stored_at) as last_at, count(*) as articles,
        count(distinct copy_group) as texts
      from story_articles where story_id = changed.id
    ) as total
    cross join lateral (
      select count(*) as count from story_sources where story_id = changed.id
    ) as sources
    cross join lateral (
      select
        (array_agg(topic_id order by weight desc, topic_id) filter (where topics.parent is null))[1] as category,
        (array_agg(topic_id order by weight desc, topic_id)
          filter (where topics.parent is not null and weight >= 0.25 * total.articles))[1:8] as topics
      from story_topics join topics on topics.id = topic_id
      where story_id = changed.id
    ) as labels
    cross join lateral (
      select array_agg(entity_key) as entities from (
        select entity_key from story_entities
        where story_id = changed.id and articles >= 0.2 * total.articles
        order by articles desc, entity_key limit 12
      ) as most
    ) as names
    where stories.id = changed.id
  `);
}
