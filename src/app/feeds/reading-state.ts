import { savedAmong } from '../../feeds/readers/reading-lists.ts';
import { type StoryVisit, visitsOf } from '../../feeds/readers/story-visits.ts';
import type { Principal } from '../../model/principal.ts';
import type { Queryable } from '../../platform/database/port.ts';

/** STORY-7, FEED-10: which of the stories a reader visited and saved. */
export async function readingState(
  { database }: { readonly database: Queryable },
  principal: Principal | null,
  stories: readonly { readonly id: string }[],
): Promise<ReadingState> {
  if (!principal) return NO_READING_STATE;
  if (stories.length === 0) return { visits: new Map(), saved: new Set() };
  const ids = stories.map(({ id }) => id);
  const [visits, saved] = await Promise.all([
    visitsOf(database, principal.userId, ids),
    savedAmong(database, principal.userId, ids),
  ]);
  return { visits: new Map(visits.map(visit => [visit.storyId, visit])), saved };
}

export const NO_READING_STATE: ReadingState = { visits: new Map(), saved: undefined };

export interface ReadingState {
  /** By the id of the story. */
  readonly visits: ReadonlyMap<string, StoryVisit>;
  /** Undefined for visitors, who cannot save. */
  readonly saved: ReadonlySet<string> | undefined;
}
