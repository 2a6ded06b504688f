import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, type RowOf, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * STORY-7: records that readers have seen stories in their current state. Returns for each visit whether the story exists.
 * The rows are locked in one order, so that processes that record the same visits do not deadlock.
 */
export async function markVisited(database: Queryable, visits: readonly NewVisit[]): Promise<boolean[]> {
  const marked = await database.many(
    row({ story_id: uuid }),
    sql`
      with visited as (
        select user_id, story_id, max(seen_at) as seen_at
        from unnest(
          ${visits.map(({ userId }) => userId)}::uuid[],
          ${visits.map(({ storyId }) => storyId)}::uuid[],
          ${visits.map(({ at }) => at)}::timestamptz[]
        ) as visited (user_id, story_id, seen_at)
        group by user_id, story_id
      )
      insert into story_visits (user_id, story_id, seen_at, seen_articles)
      select visited.user_id, stories.id, visited.seen_at, stories.article_count
      from visited
      join stories on stories.id = visited.story_id
      -- A reader who was erased meanwhile must not fail the visits of others.
      join users on users.id = visited.user_id
      order by visited.user_id, stories.id
      on conflict (user_id, story_id) do update
        set seen_at = greatest(story_visits.seen_at, excluded.seen_at), seen_articles = excluded.seen_articles
      returning story_id
    `,
  );
  const existing = new Set(marked.map(({ storyId }) => storyId));
  return visits.map(({ storyId }) => existing.has(storyId));
}

/** A reader's visits to these stories, without those never opened. Ids of merged stories are followed. */
export function visitsOf(
  database: Queryable,
  userId: string,
  storyIds: readonly string[],
): Promise<StoryVisit[]> {
  return database.many(
    VisitRow,
    sql`
      select asked.id as asked_id, stories.id as story_id, story_visits.seen_at,
        greatest(0, stories.article_count - story_visits.seen_articles) as new_since_seen
      from unnest(${storyIds}::uuid[]) with ordinality as asked (id, position)
      left join story_redirects on story_redirects.from_id = asked.id
      join stories on stories.id = coalesce(story_redirects.into_id, asked.id)
      join story_visits on story_visits.story_id = stories.id and story_visits.user_id = ${userId}
      order by asked.position
    `,
  );
}

/** Visits of retired stories move to the successors, and end where a story has none. */
export async function moveVisits(
  tx: Transaction,
  {
    retired,
    successors,
  }: { readonly retired: readonly string[]; readonly successors: ReadonlyMap<string, string> },
): Promise<void> {
  if (successors.size > 0)
    await tx.execute(sql`
      insert into story_visits (user_id, story_id, seen_at, seen_articles)
      select user_id, into_id, max(seen_at), max(seen_articles)
      from unnest(${[...successors.keys()]}::uuid[], ${[...successors.values()]}::uuid[]) as moved (from_id, into_id)
      join story_visits on story_visits.story_id = moved.from_id
      group by user_id, into_id
      on conflict (user_id, story_id) do update set seen_at = greatest(story_visits.seen_at, excluded.seen_at)
    `);
  await tx.execute(sql`delete from story_visits where story_id = any (${retired}::uuid[])`);
}

const VisitRow = row({ asked_id: uuid, story_id: uuid, seen_at: timestamptz, new_since_seen: int4 });

export interface NewVisit {
  readonly userId: string;
  readonly storyId: string;
  readonly at: Date;
}

export type StoryVisit = RowOf<typeof VisitRow>;
