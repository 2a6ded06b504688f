import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Departures } from './article-moves.ts';
import type { Outcome } from './batch-changes.ts';

/**
 * STORY-1: takes leave of stories that have no article left. The id of one whose articles are elsewhere leads there, in
 * one step and always to a story that lives, and so do the ids that led to it; with a story whose articles were taken
 * out all of them end. Returns the heir of each that has one.
 */
export async function handOver(
  tx: Transaction,
  outcome: Outcome,
  departures: Departures,
  gone: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const isGone = new Set(gone);
  const living = outcome.reshaped.filter(story => !isGone.has(story));
  if (living.length > 0)
    await tx.execute(sql`delete from story_redirects where from_id = any (${living}::uuid[])`);
  if (gone.length === 0) return new Map();
  const heirs = await heirsOf(tx, departures, gone, isGone);
  const [from, into] = [[...heirs.keys()], [...heirs.values()]];
  const merged = [...outcome.merges.keys()].filter(story => heirs.has(story));
  if (merged.length > 0)
    await bequeath(
      tx,
      merged,
      merged.map(story => heirs.get(story) ?? story),
    );
  if (from.length > 0) {
    await passOnVisits(tx, from, into);
    await redirect(tx, from, into);
  }
  await tx.execute(sql`delete from story_redirects where into_id = any (${gone}::uuid[])`);
  await tx.execute(sql`delete from story_visits where story_id = any (${gone}::uuid[])`);
  await tx.execute(sql`delete from stories where id = any (${gone}::uuid[])`);
  return heirs;
}

/** A story that lost its articles one by one is succeeded by the story of the article that it was named after. */
async function heirsOf(
  tx: Transaction,
  departures: Departures,
  gone: readonly string[],
  isGone: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const { heirs } = departures;
  const found = new Map<string, string>();
  for (const story of gone) {
    const heir = heirs.get(story);
    if (heir !== undefined && !isGone.has(heir)) found.set(story, heir);
  }
  const others = gone.filter(story => !found.has(story));
  if (others.length === 0) return found;
  const rows = await tx.many(
    row({ article_id: uuid, story_id: uuid }),
    sql`select article_id, story_id from story_articles where article_id = any (${others}::uuid[])`,
  );
  for (const { articleId, storyId } of rows) if (!isGone.has(storyId)) found.set(articleId, storyId);
  return found;
}

/** What editors said of either of two stories that became one holds for both; what was announced stays announced. */
async function bequeath(tx: Transaction, from: readonly string[], into: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update stories as whole set
      editor_headline = coalesce(whole.editor_headline, part.editor_headline),
      pinned_at = coalesce(whole.pinned_at, part.pinned_at),
      is_hidden = whole.is_hidden or part.is_hidden,
      breaking_since = coalesce(part.breaking_since, whole.breaking_since),
      breaking_until = case when part.breaking_since is null then whole.breaking_until end,
      breaking_because = coalesce(part.breaking_because, whole.breaking_because),
      velocity = greatest(whole.velocity, part.velocity)
    from (
      select into_id, bool_or(is_hidden) as is_hidden, min(pinned_at) as pinned_at, max(velocity) as velocity,
        (array_agg(editor_headline order by id) filter (where editor_headline is not null))[1] as editor_headline,
        (array_agg(breaking_since order by id) filter (where is_open))[1] as breaking_since,
        (array_agg(breaking_because order by id) filter (where is_open))[1] as breaking_because
      from unnest(${from}::uuid[], ${into}::uuid[]) as merged (from_id, into_id)
      join stories on stories.id = merged.from_id
      cross join lateral (select breaking_since is not null and breaking_until is null as is_open) as state
      group by into_id
    ) as part
    where whole.id = part.into_id
  `);
}

async function passOnVisits(
  tx: Transaction,
  from: readonly string[],
  into: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into story_visits (user_id, story_id, seen_at, seen_articles)
    select user_id, into_id, max(seen_at), max(seen_articles)
    from unnest(${from}::uuid[], ${into}::uuid[]) as gone (from_id, into_id)
    join story_visits on story_visits.story_id = gone.from_id
    group by user_id, into_id
    on conflict (user_id, story_id) do update set seen_at = greatest(story_visits.seen_at, excluded.seen_at)
  `);
}

async function redirect(tx: Transaction, from: readonly string[], into: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update story_redirects set into_id = gone.into_id
    from unnest(${from}::uuid[], ${into}::uuid[]) as gone (from_id, into_id)
    where story_redirects.into_id = gone.from_id
  `);
  await tx.execute(sql`
    insert into story_redirects (from_id, into_id, at)
    select from_id, into_id, now() from unnest(${from}::uuid[], ${into}::uuid[]) as gone (from_id, into_id)
    on conflict (from_id) do update set into_id = excluded.into_id, at = excluded.at
  `);
}
