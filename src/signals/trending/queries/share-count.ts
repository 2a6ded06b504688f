import type { Queryable } from '../../../platform/database/port.ts';
import { int8, row } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { ListSource, WindowName } from '../lists.ts';

/** The number of shares of an article in a window, and its rank; null when it is not among the first 500. */
export async function shareCountOf(
  database: Queryable,
  lists: ListSource,
  { articleId, window, now }: { articleId: string; window: WindowName; now: number },
): Promise<{ readonly count: number; readonly rank: number | null }> {
  const listed = lists.of({ window, of: 'articles', by: 'shares' }).find(({ id }) => id === articleId);
  if (listed) return { count: listed.shares, rank: listed.rank };
  // Articles that are on no list have few shares to count.
  const { times } = await database.one(
    row({ times: int8 }),
    sql`
      select count(*) as times from signals
      where article_id = ${articleId} and at > ${new Date(now - LENGTH_MS[window])}
        and kind = 'share' and dropped_by is null
    `,
  );
  return { count: times, rank: null };
}

const LENGTH_MS: Readonly<Record<WindowName, number>> = { '1m': 60_000, '1h': 3_600_000, '24h': 86_400_000 };
