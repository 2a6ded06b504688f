import type { Queryable } from '../../../platform/database/port.ts';
import { readArticleTraits } from '../../interests/article-traits.ts';
import { readInterests } from '../../interests/interest-store.ts';
import { isMuted, tasteFor } from '../../interests/taste.ts';
import type { TrendingEntry } from '../lists.ts';

/**
 * TREND-10: reorders a list for a reader: items to their taste rise, others fall, and muted ones are left
 * out. Ranks are new; scores stay unchanged.
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

/** A perfect match counts like an item that is eight times as popular. */
const DOUBLINGS = 3;

export interface RankedItem extends TrendingEntry {
  /** The article whose traits are used; for a story, its lead. */
  readonly leadArticleId: string;
}
