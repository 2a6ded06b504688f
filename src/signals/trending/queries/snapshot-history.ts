import type { Queryable } from '../../../platform/database/port.ts';
import { float8, int4, nullable, row, textArray, timestamptz } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type ListName, listKey, type TrendingEntry } from '../lists.ts';

/** TREND-7: a list at the last full hour before a moment; null when no snapshot of that time exists. */
export async function snapshotAt(
  database: Queryable,
  list: ListName,
  at: Date,
): Promise<{ readonly at: Date; readonly entries: readonly TrendingEntry[] } | null> {
  const found = await database.maybe(
    SnapshotRow,
    sql`
      select at, ids::text[] as ids, scores::text[] as scores, shares::text[] as shares, reads::text[] as reads
      from trending_snapshots
      where span = ${list.window} and list = ${listKey(list)}
        and at <= ${at} and at > ${new Date(at.getTime() - MAX_AGE_MS)}
      order by at desc
      limit 1
    `,
  );
  if (!found) return null;
  const entries = found.ids.map((id, index) => ({
    id,
    rank: index + 1,
    score: Number(found.scores[index]),
    shares: Number(found.shares[index]),
    reads: Number(found.reads[index]),
  }));
  return { at: found.at, entries };
}

/**
 * The rank of an item at each full hour with a snapshot, in order; null where the list did not contain it.
 */
export function rankHistory(
  database: Queryable,
  list: ListName,
  id: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RankAt[]> {
  return database.many(
    RankRow,
    sql`
      select at, place as rank, scores[place]::float8 as score, shares[place] as shares, reads[place] as reads
      from trending_snapshots
      cross join lateral array_position(ids, ${id}::uuid) as place
      where span = ${list.window} and list = ${listKey(list)} and at > ${from} and at <= ${to}
      order by at
    `,
  );
}

/** Older snapshots do not describe the present. */
const MAX_AGE_MS = 2 * 3_600_000;

const SnapshotRow = row({
  at: timestamptz,
  ids: textArray,
  scores: textArray,
  shares: textArray,
  reads: textArray,
});
const RankRow = row({
  at: timestamptz,
  rank: nullable(int4),
  score: nullable(float8),
  shares: nullable(int4),
  reads: nullable(int4),
});

export interface RankAt {
  readonly at: Date;
  readonly rank: number | null;
  readonly score: number | null;
  readonly shares: number | null;
  readonly reads: number | null;
}
