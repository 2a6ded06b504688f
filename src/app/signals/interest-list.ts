import { readInterests } from '../../signals/interests/interest-store.ts';
import { type NamedInterest, namedInterests } from '../../signals/interests/named-interests.ts';
import { listTopics, type StoredTopic } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';

/** INT-3: a reader's interests, and the topics that they can still add. */
export async function interestsOf(
  { database }: Pick<AppContext, 'database'>,
  userId: string,
): Promise<InterestList> {
  const interests = await readInterests(database, userId);
  const [items, topics] = await Promise.all([namedInterests(database, interests), listTopics(database)]);
  const unlisted = topics.filter(({ id }) => !items.some(item => item.on === 'topic' && item.id === id));
  return { isPaused: interests.isPaused, items, unlisted };
}

interface InterestList {
  readonly isPaused: boolean;
  readonly items: readonly NamedInterest[];
  readonly unlisted: readonly StoredTopic[];
}
