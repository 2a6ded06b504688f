import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Desk } from './desk.ts';

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
