import { MEASURES, type TrendingEntry, type WindowName } from './lists.ts';
import { countIn, scoreOf } from './weights.ts';

/**
 * All lists of one window at one moment, as the leader sends them to the processes that serve. An entry with
 * its sums is stored once, however many lists contain it; a list contains indexes of entries.
 */
export interface TrendingSnapshot {
  readonly window: WindowName;
  /** Grows with every snapshot, across leaders. */
  readonly version: number;
  /** Milliseconds. */
  readonly at: number;
  readonly entries: readonly SnapshotEntry[];
  readonly lists: Readonly<Record<string, readonly number[]>>;
}

/** Sums as src/signals/trending/weights.ts packs them. */
export type SnapshotEntry = readonly [id: string, shares: number, reads: number];

export function readList(snapshot: TrendingSnapshot, key: string): readonly TrendingEntry[] {
  const by = MEASURES.find(measure => key.split('/')[1] === measure) ?? 'blend';
  return (snapshot.lists[key] ?? []).flatMap((entryIndex, index) => {
    const entry = snapshot.entries[entryIndex];
    if (!entry) return [];
    const [id, shares, reads] = entry;
    const score = scoreOf(by, shares, reads);
    return [{ id, rank: index + 1, score, shares: countIn(shares), reads: countIn(reads) }];
  });
}

/** Snapshots with equal content need not be sent again. */
export function contentOf({ entries, lists }: Pick<TrendingSnapshot, 'entries' | 'lists'>): string {
  return JSON.stringify({ entries, lists });
}

/** Reads what `contentOf` wrote. */
export function parseSnapshot(
  head: Omit<TrendingSnapshot, 'entries' | 'lists'>,
  news: string,
): TrendingSnapshot {
  const { entries, lists } = JSON.parse(news) as Pick<TrendingSnapshot, 'entries' | 'lists'>;
  return { ...head, entries, lists };
}
