import type { FeedItem } from '../../feeds/pages/feed-pages.ts';
import { NO_TASTE } from '../../feeds/ranking/taste.ts';
import { visibilityFor } from '../../feeds/ranking/visible.ts';
import { listEntries, type ReadingListEntry } from '../../feeds/readers/reading-lists.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { recentStoriesOf } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';

/**
 * FEED-1: a reader's saved or read stories, newest first; merged ones appear as their successor. Mutes do not
 * apply: the reader chose these stories.
 */
export async function readingListPage(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  userId: string,
  { list, after, limit }: { list: 'saved' | 'history'; after: ReadingListEntry | undefined; limit: number },
): Promise<ReadingListPage> {
  const entries = await listEntries(database, userId, { list, after, limit: limit + 1 });
  const shown = entries.slice(0, limit);
  const ids = shown.map(({ storyId }) => storyId);
  const redirects = await database.many(
    row({ from_id: uuid, into_id: uuid }),
    sql`select from_id, into_id from story_redirects where from_id = any (${ids}::uuid[])`,
  );
  const successors = new Map(redirects.map(({ fromId, intoId }) => [fromId, intoId]));
  const wanted = [...new Set(ids.map(id => successors.get(id) ?? id))];
  const stories = new Map((await recentStoriesOf(database, wanted)).map(recent => [recent.story.id, recent]));
  const see = visibilityFor(NO_TASTE, clock.now());
  const items = wanted.flatMap(id => {
    const recent = stories.get(id);
    const visible = recent && see(recent);
    return visible ? [visible] : [];
  });
  return { items, next: entries.length > limit ? (shown.at(-1) ?? null) : null };
}

export interface ReadingListPage {
  readonly items: readonly Pick<FeedItem, 'recent' | 'front' | 'others'>[];
  readonly next: ReadingListEntry | null;
}
