import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** INT-1: hides a story from every feed of the reader. Beyond `MAX_HIDDEN` stories the oldest ones are shown again. */
export async function hideStory(tx: Transaction, userId: string, storyId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into hidden_stories (user_id, story_id, hidden_at) values (${userId}, ${storyId}, ${now})
    on conflict (user_id, story_id) do nothing
  `);
  await tx.execute(sql`
    delete from hidden_stories where user_id = ${userId} and story_id in (
      select story_id from hidden_stories where user_id = ${userId}
      order by hidden_at desc, story_id desc offset ${MAX_HIDDEN}
    )
  `);
}

/** By the id under which it was hidden, or that of its successor. */
export async function unhideStory(database: Queryable, userId: string, storyId: string): Promise<boolean> {
  const shown = await database.execute(sql`
    delete from hidden_stories where user_id = ${userId} and (
      story_id = ${storyId} or story_id in (select from_id from story_redirects where into_id = ${storyId})
    )
  `);
  return shown > 0;
}

/** The hidden stories of many readers; merged ones by the id of their successor. */
export async function hiddenStoriesOf(
  database: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await database.many(
    row({ user_id: uuid, id: uuid }),
    sql`
      select hidden.user_id, coalesce(story_redirects.into_id, hidden.story_id) as id
      from hidden_stories as hidden
      left join story_redirects on story_redirects.from_id = hidden.story_id
      where hidden.user_id = any (${userIds}::uuid[])
    `,
  );
  const hidden = new Map<string, Set<string>>();
  for (const { userId, id } of rows) hidden.set(userId, (hidden.get(userId) ?? new Set()).add(id));
  return hidden;
}

/** Newest first. The headline is null when the story is gone. */
export function listHiddenStories(
  database: Queryable,
  userId: string,
  limit: number,
): Promise<HiddenStory[]> {
  return database.many(
    HiddenRow,
    sql`
      select hidden.story_id, hidden.hidden_at, stories.headline, stories.language
      from hidden_stories as hidden
      left join story_redirects on story_redirects.from_id = hidden.story_id
      left join stories on stories.id = coalesce(story_redirects.into_id, hidden.story_id)
      where hidden.user_id = ${userId}
      order by hidden.hidden_at desc, hidden.story_id desc
      limit ${limit}
    `,
  );
}

/** Each reader's are held in memory while the reader is active. */
export const MAX_HIDDEN = 1_000;

const HiddenRow = row({
  story_id: uuid,
  hidden_at: timestamptz,
  headline: nullable(text),
  language: nullable(text),
});

export interface HiddenStory {
  readonly storyId: string;
  readonly hiddenAt: Date;
  readonly headline: string | null;
  readonly language: string | null;
}
