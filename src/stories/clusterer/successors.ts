import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ArticleMoves } from './article-moves.ts';
import type { BatchChanges } from './batch-changes.ts';

/**
 * STORY-1: deletes stories that have no article left. The id of one whose articles moved redirects to its successor, in
 * one step and always to an existing story; redirects that pointed to it follow. Where the articles were removed the
 * redirects end. Returns the successors.
 */
export async function retireStories(
  tx: Transaction,
  { changes, moves, retired, onRetired }: StoriesToRetire,
): Promise<ReadonlyMap<string, string>> {
  const isRetired = new Set(retired);
  const existing = changes.recountedStories.filter(story => !isRetired.has(story));
  if (existing.length > 0)
    await tx.execute(sql`delete from story_redirects where from_id = any (${existing}::uuid[])`);
  if (retired.length === 0) return new Map();
  const successors = await findSuccessors(tx, moves, retired, isRetired);
  const merged = [...changes.merges.keys()].filter(story => successors.has(story));
  if (merged.length > 0)
    await mergeEditorState(
      tx,
      merged,
      merged.map(story => successors.get(story) ?? story),
    );
  await onRetired(tx, { retired, successors });
  if (successors.size > 0) await writeRedirects(tx, [...successors.keys()], [...successors.values()]);
  await tx.execute(sql`delete from story_redirects where into_id = any (${retired}::uuid[])`);
  await tx.execute(sql`delete from stories where id = any (${retired}::uuid[])`);
  return successors;
}

/** When articles left one by one, the story that has the article with the retired id succeeds. */
async function findSuccessors(
  tx: Transaction,
  moves: ArticleMoves,
  retired: readonly string[],
  isRetired: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const { successors } = moves;
  const found = new Map<string, string>();
  for (const story of retired) {
    const successor = successors.get(story);
    if (successor !== undefined && !isRetired.has(successor)) found.set(story, successor);
  }
  const others = retired.filter(story => !found.has(story));
  if (others.length === 0) return found;
  const rows = await tx.many(
    row({ article_id: uuid, story_id: uuid }),
    sql`select article_id, story_id from story_articles where article_id = any (${others}::uuid[])`,
  );
  for (const { articleId, storyId } of rows) if (!isRetired.has(storyId)) found.set(articleId, storyId);
  return found;
}

/** A merged story keeps the editors' decisions about both, and an open breaking episode stays open. */
async function mergeEditorState(
  tx: Transaction,
  from: readonly string[],
  into: readonly string[],
): Promise<void> {
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

async function writeRedirects(
  tx: Transaction,
  from: readonly string[],
  into: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update story_redirects set into_id = retired.into_id
    from unnest(${from}::uuid[], ${into}::uuid[]) as retired (from_id, into_id)
    where story_redirects.into_id = retired.from_id
  `);
  await tx.execute(sql`
    insert into story_redirects (from_id, into_id, at)
    select from_id, into_id, now() from unnest(${from}::uuid[], ${into}::uuid[]) as retired (from_id, into_id)
    on conflict (from_id) do update set into_id = excluded.into_id, at = excluded.at
  `);
}

export interface RetiredStories {
  /** Stories that are about to be deleted. */
  readonly retired: readonly string[];
  /** From retired stories to those that have their articles now. */
  readonly successors: ReadonlyMap<string, string>;
}

interface StoriesToRetire {
  readonly changes: BatchChanges;
  readonly moves: ArticleMoves;
  readonly retired: readonly string[];
  readonly onRetired: (tx: Transaction, retired: RetiredStories) => Promise<void>;
}
