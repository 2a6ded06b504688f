import { lastDigest, type StoredDigest } from '../../feeds/digests/stored-digests.ts';
import type { Principal } from '../../model/principal.ts';
import { type Story, storiesByIds } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { type ReadingState, readingState } from '../feeds/reading-state.ts';
import { visibleStories } from '../feeds/visible-stories.ts';

/** FEED-11: the reader's last digest with its stories, without what they have muted since. */
export async function lastDigestOf(
  context: Pick<AppContext, 'database' | 'clock' | 'feeds'>,
  principal: Principal,
): Promise<DigestForReader> {
  const digest = await lastDigest(context.database, principal.userId);
  const picked = digest ? await storiesByIds(context.database, digest.storyIds) : [];
  const stories = await visibleStories(context, principal, picked);
  return { digest, stories, state: await readingState(context, principal, stories) };
}

interface DigestForReader {
  readonly digest: StoredDigest | null;
  readonly stories: readonly Story[];
  readonly state: ReadingState;
}
