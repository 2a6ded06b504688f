import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { BatchChanges } from './batch-changes.ts';
import type { LanguageClusterer } from './language-clusterer.ts';

/**
 * Takes removed articles out of memory and marks their stories for a recount. The story may have merged into another
 * since.
 */
export async function applyRemovals(
  tx: Transaction,
  clusterer: LanguageClusterer,
  changes: BatchChanges,
): Promise<void> {
  const removed = await tx.many(
    row({ article_id: uuid, story_id: uuid }),
    sql`
      delete from story_losses using (
        select removed.article_id, stories.id as story_id from story_losses as removed
        left join story_redirects on story_redirects.from_id = removed.story_id
        join stories on stories.id = coalesce(story_redirects.into_id, removed.story_id)
        where stories.language = ${clusterer.language}
      ) as mine
      where story_losses.article_id = mine.article_id
      returning mine.article_id, mine.story_id
    `,
  );
  for (const { articleId, storyId } of removed) {
    clusterer.stories.remove(articleId);
    changes.markRecount(storyId);
  }
}

/**
 * An article may be removed while a batch runs. If its story is retired in that batch, no later batch would find the
 * row.
 */
export async function discardRemovals(
  tx: Transaction,
  clusterer: LanguageClusterer,
  retired: readonly string[],
): Promise<void> {
  if (retired.length === 0) return;
  const removed = await tx.many(
    row({ article_id: uuid }),
    sql`delete from story_losses where story_id = any (${retired}::uuid[]) returning article_id`,
  );
  for (const { articleId } of removed) clusterer.stories.remove(articleId);
}
