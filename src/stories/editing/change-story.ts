import type { Transaction } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';

/** STORY-6: changes how a story is shown. Clustering does not write these columns. */
export async function changeStory(
  tx: Transaction,
  log: EventLog,
  { id, change, now }: { readonly id: string; readonly change: StoryChange; readonly now: Date },
): Promise<boolean> {
  const changed = await tx.maybe(
    row({ language: text }),
    sql`
      update stories set
        editor_headline = ${change.headline === undefined ? sql`editor_headline` : sql`${change.headline}::text`},
        pinned_at = ${pinned(change, now)},
        is_hidden = ${change.hidden === undefined ? sql`is_hidden` : sql`${change.hidden}::boolean`}
      where id = ${id} returning language
    `,
  );
  if (changed === null) return false;
  log.append(tx, STORIES_CHANGED, [
    { kind: 'changed', storyId: id, language: changed.language, articleIds: [] },
  ]);
  return true;
}

/** Pinning a pinned story keeps its position. */
function pinned({ pinned: wanted }: StoryChange, now: Date): Statement {
  if (wanted === undefined) return sql`pinned_at`;
  return wanted ? sql`coalesce(pinned_at, ${now}::timestamptz)` : sql`null`;
}

export interface StoryChange {
  /** Null restores the headline that was chosen automatically. */
  readonly headline?: string | null;
  readonly pinned?: boolean;
  readonly hidden?: boolean;
}
