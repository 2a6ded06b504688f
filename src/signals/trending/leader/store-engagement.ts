import type { Database } from '../../../platform/database/port.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { TrendingEntry } from '../lists.ts';
import { StaleEpoch } from './checkpoint.ts';

/** BREAK-3: keeps how often the busiest stories were read and shared in the last minute, for who tells what breaks. */
export async function storeEngagement(
  database: Database,
  epoch: bigint,
  { stories, at }: { readonly stories: readonly TrendingEntry[]; readonly at: number },
): Promise<void> {
  const busiest = stories.slice(0, BUSIEST).filter(({ reads, shares }) => reads + shares > 0);
  const minute = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  await database.transaction(async tx => {
    const isOurs = await tx.execute(sql`select from trending_state where epoch = ${epoch} for key share`);
    if (isOurs === 0) throw new StaleEpoch();
    await tx.execute(sql`
      insert into story_engagement (minute, story_id, count)
      select ${minute}, * from unnest(
        ${busiest.map(({ id }) => id)}::uuid[], ${busiest.map(({ reads, shares }) => reads + shares)}::integer[]
      )
      on conflict (minute, story_id) do nothing
    `);
    await tx.execute(sql`delete from story_engagement where minute < ${new Date(at - KEPT_MS)}`);
  });
}

const BUSIEST = 100;
const MINUTE_MS = 60_000;
const KEPT_MS = 2 * 86_400_000;
