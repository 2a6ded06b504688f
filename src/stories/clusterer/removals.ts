import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Outcome } from './batch-changes.ts';
import type { Desk } from './language-clusterer.ts';

/**
 * Articles that were taken out leave their stories, and a story whose last article goes is gone. A story may have become
 * part of another since.
 */
export async function takeNoticeOfLosses(tx: Transaction, desk: Desk, outcome: Outcome): Promise<void> {
  const lost = await tx.many(
    row({ article_id: uuid, story_id: uuid }),
    sql`
      delete from story_losses using (
        select lost.article_id, stories.id as story_id from story_losses as lost
        left join story_redirects on story_redirects.from_id = lost.story_id
        join stories on stories.id = coalesce(story_redirects.into_id, lost.story_id)
        where stories.language = ${desk.language}
      ) as mine
      where story_losses.article_id = mine.article_id
      returning mine.article_id, mine.story_id
    `,
  );
  for (const { articleId, storyId } of lost) {
    desk.stories.remove(articleId);
    outcome.reshape(storyId);
  }
}

/** An article may be taken out while the desk decides. With a story that is gone for it nobody would ask any more. */
export async function forgetLosses(tx: Transaction, desk: Desk, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const lost = await tx.many(
    row({ article_id: uuid }),
    sql`delete from story_losses where story_id = any (${gone}::uuid[]) returning article_id`,
  );
  for (const { articleId } of lost) desk.stories.remove(articleId);
}
