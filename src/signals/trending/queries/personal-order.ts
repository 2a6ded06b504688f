import type { Queryable } from '../../../platform/database/port.ts';
import { readArticleTraits } from '../../interests/article-traits.ts';
import { readInterests } from '../../interests/interest-store.ts';
import { isMuted, tasteFor } from '../../interests/taste.ts';
import type { TrendingEntry } from '../lists.ts';

/**
 * TREND-10: the same candidates, in the order of what they are to this reader: what is to their taste rises, what is not
 * falls, and what they muted is left out. Ranks are new; scores stay what they were.
 */
export async function personalOrder(
  database: Queryable,
  userId: string,
  entries: readonly RankedItem[],
): Promise<RankedItem[]> {
  const [interests, traits] = await Promise.all([
    readInterests(database, userId),
    readArticleTraits(
      database,
      entries.map(({ leadArticleId }) => leadArticleId),
    ),
  ]);
  const weighed = entries.flatMap(entry => {
    const article = traits.get(entry.leadArticleId);
    if (!article) return [{ entry, weight: entry.score }];
    if (isMuted(interests, article)) return [];
    return [{ entry, weight: entry.score * 2 ** (DOUBLINGS * tasteFor(interests, article)) }];
  });
  weighed.sort((a, b) => b.weight - a.weight || a.entry.rank - b.entry.rank);
  return weighed.map(({ entry }, index) => ({ ...entry, rank: index + 1 }));
}

/** What is wholly to a reader's taste counts like something that is eight times as popular. */
const DOUBLINGS = 3;

export interface RankedItem extends TrendingEntry {
  /** By which it is judged: of a story its leading article. */
  readonly leadArticleId: string;
}
