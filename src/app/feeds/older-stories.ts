import type { Principal } from '../../model/principal.ts';
import { listStories, type Story, type StoryQuery } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { type ReadingState, readingState } from './reading-state.ts';
import { visibleStories } from './visible-stories.ts';

/** A page of stories from the database, newest first, for readers who have reached the end of a feed. */
export async function olderStories(
  context: Pick<AppContext, 'database' | 'clock' | 'feeds'>,
  principal: Principal | null,
  { filter, after, limit }: OlderStoriesQuery,
): Promise<OlderStories> {
  const found = await listStories(context.database, {
    ...filter,
    ...(after ? { after } : {}),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  // A story that began long ago and was updated recently was already in the feed.
  const unseen = after ? page.filter(({ id }) => !context.feeds.window.has(id)) : page;
  const stories = await visibleStories(context, principal, unseen);
  const last = found.length > limit ? (page.at(-1) ?? null) : null;
  return { stories, state: await readingState(context, principal, stories), last };
}

export type ArchiveFilter = Pick<StoryQuery, 'category' | 'topic' | 'entity'>;

interface OlderStoriesQuery {
  readonly filter: ArchiveFilter;
  /** The last story of the previous page; undefined for a page without a feed before it. */
  readonly after: { readonly updatedAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

interface OlderStories {
  readonly stories: readonly Story[];
  readonly state: ReadingState;
  /** The story after which the next page begins; null on the last page. */
  readonly last: Story | null;
}
