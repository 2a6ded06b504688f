import type { Taste } from '../../feeds/ranking/taste.ts';
import { visibilityFor } from '../../feeds/ranking/visible.ts';
import { allows, type Principal } from '../../model/principal.ts';
import type { RecentStory, Story } from '../../model/story.ts';
import { recentStoriesOf } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { storyFor } from './story-for-reader.ts';

/**
 * FEED-14: stories as a reader sees them: without what they mute and block, and told by a source they prefer
 * if there is one. Stories older than the window are read from the database.
 */
export async function visibleStories<S extends Story>(
  { feeds, database, clock }: Pick<AppContext, 'feeds' | 'database' | 'clock'>,
  principal: Principal | null,
  stories: readonly S[],
): Promise<readonly Story[]> {
  if (!principal || stories.length === 0) return stories;
  const taste = await feeds.tastes.of(principal.userId);
  if (!hidesOrPrefers(taste)) return stories;
  const known = new Map<string, RecentStory>();
  for (const { id } of stories) {
    const recent = feeds.window.find(id);
    if (recent) known.set(id, recent);
  }
  const older = stories.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  for (const recent of older.length > 0 ? await recentStoriesOf(database, older) : [])
    known.set(recent.story.id, recent);
  const see = visibilityFor(taste, clock.now());
  return stories.flatMap(story => {
    const recent = known.get(story.id);
    const visible = recent && see(recent);
    return visible ? [storyFor(visible)] : [];
  });
}

/** The same rule for stories known by id only, such as those of a trending list. */
export async function storyFilter(
  { feeds, clock }: Pick<AppContext, 'feeds' | 'clock'>,
  principal: Principal | null,
): Promise<(storyId: string) => boolean> {
  if (!principal) return () => true;
  const taste = await feeds.tastes.of(principal.userId);
  if (!hidesOrPrefers(taste)) return () => true;
  const see = visibilityFor(taste, clock.now());
  return storyId => {
    const recent = feeds.window.find(storyId);
    return recent ? see(recent) !== null : !taste.hidden.has(storyId);
  };
}

/** Whose taste a feed follows: a token without permission to see reading data gets what visitors get. */
export function feedReaderOf(principal: Principal | null): string | null {
  return principal && allows(principal, 'reading:read') ? principal.userId : null;
}

/** A predicate for sources that the reader blocks or mutes, also in coverage. */
export async function blockedSources(
  { feeds }: Pick<AppContext, 'feeds'>,
  principal: Principal | null,
): Promise<(sourceId: string) => boolean> {
  if (!principal) return () => false;
  const { blockedSources, muted } = await feeds.tastes.of(principal.userId);
  return sourceId => blockedSources.has(sourceId) || muted.sources.has(sourceId);
}

/** Whether the taste changes how some stories look. */
function hidesOrPrefers({
  muted,
  blockedSources,
  preferredSources,
  mutedWords,
  hidesPaywalled,
  hidden,
}: Taste): boolean {
  const sizes = [muted.topics, muted.entities, muted.sources, blockedSources, preferredSources, hidden];
  return hidesPaywalled || mutedWords.length > 0 || sizes.some(({ size }) => size > 0);
}
