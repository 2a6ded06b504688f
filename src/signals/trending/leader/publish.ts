import type { Database } from '../../../platform/database/port.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { TrendingSnapshot } from '../snapshot.ts';
import { contentOf } from '../snapshot.ts';
import { StaleEpoch } from './checkpoint.ts';

/** TREND-6: hands an edition to the processes that serve, wherever they are. */
export async function publishSnapshot(
  database: Database,
  epoch: bigint,
  edition: TrendingSnapshot,
): Promise<void> {
  const { window, version, at } = edition;
  await database.transaction(async tx => {
    const written = await tx.execute(sql`
      insert into trending_lists (span, version, at, news)
      select ${window}, ${version}, ${new Date(at)}, ${contentOf(edition)} from trending_state where epoch = ${epoch}
      on conflict (span) do update set version = excluded.version, at = excluded.at, news = excluded.news
      where trending_lists.version < excluded.version
    `);
    if (written === 0) throw new StaleEpoch();
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${window} ${version}`})`);
  });
}

export const CHANNEL = 'trending';
