import { savedAmong } from '../../feeds/readers/reading-lists.ts';
import { type StoryVisit, visitsOf } from '../../feeds/readers/story-visits.ts';
import type { Principal } from '../../model/principal.ts';
import type { AppContext } from '../context.ts';

/** STORY-7, FEED-10, INT-1: which of the stories a reader visited, saved and hid. */
export async function readingState(
  { database, feeds }: Pick<AppContext, 'database' | 'feeds'>,
  principal: Principal | null,
  stories: readonly { readonly id: string }[],
): Promise<ReadingState> {
  if (!principal) return NO_READING_STATE;
  if (stories.length === 0) return { ...NO_READING_STATE, saved: new Set() };
  const ids = stories.map(({ id }) => id);
  const [visits, saved, { hidden }] = await Promise.all([
    visitsOf(database, principal.userId, ids),
    savedAmong(database, principal.userId, ids),
    feeds.tastes.of(principal.userId),
  ]);
  return { visits: new Map(visits.map(visit => [visit.storyId, visit])), saved, hidden };
}

export const NO_READING_STATE: ReadingState = {
  visits: new Map(),
  saved: undefined,
  hidden: new Set(),
};

export interface ReadingState {
  /** By the id of the story. */
  readonly visits: ReadonlyMap<string, StoryVisit>;
  /** Undefined for visitors, who cannot save. */
  readonly saved: ReadonlySet<string> | undefined;
  readonly hidden: ReadonlySet<string>;
}
