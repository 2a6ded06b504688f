import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Stories that a reader saved and read, as lists by time: the order does not change while the reader scrolls.
 */

export async function saveStory(
  database: Queryable,
  userId: string,
  storyId: string,
  now: Date,
): Promise<void> {
  await database.execute(sql`
    insert into saved_stories (user_id, story_id, saved_at) values (${userId}, ${storyId}, ${now})
    on conflict (user_id, story_id) do nothing
  `);
}

/** By the id under which it was saved, or that of its successor. */
export async function unsaveStory(database: Queryable, userId: string, storyId: string): Promise<void> {
  await database.execute(sql`
    delete from saved_stories where user_id = ${userId} and (
      story_id = ${storyId} or story_id in (select from_id from story_redirects where into_id = ${storyId})
    )
  `);
}

/** Which of these stories are saved, under their own id or that of a story merged into them. */
export async function savedAmong(
  database: Queryable,
  userId: string,
  storyIds: readonly string[],
): Promise<Set<string>> {
  if (storyIds.length === 0) return new Set();
  const rows = await database.many(
    row({ id: uuid }),
    sql`
      select coalesce(story_redirects.into_id, saved.story_id) as id from saved_stories as saved
      left join story_redirects on story_redirects.from_id = saved.story_id
      where saved.user_id = ${userId} and coalesce(story_redirects.into_id, saved.story_id) = any (${storyIds}::uuid[])
    `,
  );
  return new Set(rows.map(({ id }) => id));
}

export function listEntries(
  database: Queryable,
  userId: string,
  { list, after, limit }: ReadingListQuery,
): Promise<ReadingListEntry[]> {
  const [table, at] =
    list === 'saved' ? [sql`saved_stories`, sql`saved_at`] : [sql`story_visits`, sql`seen_at`];
  return database.many(
    EntryRow,
    sql`
      select story_id, ${at} as at from ${table}
      where user_id = ${userId} and (${at}, story_id)
        < (${after?.at ?? 'infinity'}::timestamptz, ${after?.storyId ?? HIGHEST_ID}::uuid)
      order by ${at} desc, story_id desc limit ${limit}
    `,
  );
}

/** Read stories by reader: those visited since, and those with an article read since. */
export async function readSince(
  database: Queryable,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, Set<string>>> {
  const rows = await database.many(
    row({ user_id: uuid, story_id: uuid }),
    sql`
      select user_id, story_id from story_visits where user_id = any (${userIds}::uuid[]) and seen_at >= ${since}
      union
      select signals.user_id, story_articles.story_id
      from signals join story_articles on story_articles.article_id = signals.article_id
      where signals.user_id = any (${userIds}::uuid[]) and signals.at >= ${since} and signals.kind = 'read'
        and signals.dropped_by is null
    `,
  );
  const read = new Map<string, Set<string>>();
  for (const { userId, storyId } of rows) read.set(userId, (read.get(userId) ?? new Set()).add(storyId));
  return read;
}

/** STORY-7: marks a story as unread on all devices of the reader. */
export async function markUnread(database: Queryable, userId: string, storyId: string): Promise<void> {
  await database.execute(sql`delete from story_visits where user_id = ${userId} and story_id = ${storyId}`);
}

/** FEED-14: marks all unread stories among these as read, recorded as one batch so that it can be undone. */
export async function markAllRead(tx: Transaction, batch: ReadBatch): Promise<number> {
  const { id, userId, storyIds, now } = batch;
  const marked = await tx.many(
    row({ story_id: uuid }),
    sql`
      insert into story_visits (user_id, story_id, seen_at, seen_articles)
      select ${userId}, stories.id, ${now}, stories.article_count from stories
      where stories.id = any (${storyIds}::uuid[])
      on conflict (user_id, story_id) do nothing
      returning story_id
    `,
  );
  await tx.execute(sql`
    insert into read_batches (id, user_id, at, story_ids)
    values (${id}, ${userId}, ${now}, ${marked.map(({ storyId }) => storyId)}::uuid[])
  `);
  return marked.length;
}

/** Stories visited again since stay read. Null when the batch does not exist or was undone before. */
export async function undoMarkAllRead(
  tx: Transaction,
  userId: string,
  id: string,
  now: Date,
): Promise<number | null> {
  const batch = await tx.maybe(
    row({ at: timestamptz }),
    sql`
      update read_batches set undone_at = ${now}
      where id = ${id} and user_id = ${userId} and undone_at is null returning at
    `,
  );
  if (!batch) return null;
  const { count } = await tx.one(
    row({ count: int4 }),
    sql`
      with undone as (
        delete from story_visits using read_batches
        where read_batches.id = ${id} and story_visits.user_id = ${userId}
          and story_visits.story_id = any (read_batches.story_ids) and story_visits.seen_at = read_batches.at
        returning 1
      )
      select count(*)::int as count from undone
    `,
  );
  return count;
}

const EntryRow = row({ story_id: uuid, at: timestamptz });

export interface ReadingListEntry {
  readonly storyId: string;
  readonly at: Date;
}

interface ReadingListQuery {
  readonly list: 'saved' | 'history';
  readonly after?: ReadingListEntry | undefined;
  readonly limit: number;
}

interface ReadBatch {
  readonly id: string;
  readonly userId: string;
  readonly storyIds: readonly string[];
  readonly now: Date;
}
