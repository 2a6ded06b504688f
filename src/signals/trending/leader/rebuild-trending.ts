import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../recount/exact-hours.ts';
import { recountHours } from '../recount/recount-hours.ts';
import { StaleEpoch } from './checkpoint.ts';
import { type TrendingDeps, TrendingLeader } from './trending-leader.ts';

/**
 * ALL-6: counts what is trending again, from the valid signals of the last day, and recounts the hours of that day. The
 * new counts replace the old ones in one step, as a checkpoint of a new epoch: a leader that runs finds a newer epoch at
 * its next write and continues from there. A run that is killed before has changed nothing but recounted hours, which the
 * next run, or the hourly task, completes.
 */
export async function rebuildTrending(deps: RebuildTrendingDeps): Promise<RebuiltTrending> {
  const { database, clock } = deps;
  const firstHour = new Date(Math.ceil(clock.now() / HOUR_MS) * HOUR_MS - DAY_MS);
  await database.transaction(async tx => {
    await tx.execute(sql`delete from trending_hours where hour >= ${firstHour}`);
    await tx.execute(sql`delete from trending_snapshots where at > ${firstHour}`);
  });
  const { hours } = await recountHours(deps);
  const leader = await TrendingLeader.recount(deps, deps.onProgress);
  await leader.replaceCheckpoint();
  // The running leader may take over at once, and then publishes these counts.
  for (const window of ['1m', '1h', '24h'] as const) await leader.publish(window).catch(ignoreStaleEpoch);
  return { hours };
}

function ignoreStaleEpoch(error: unknown): void {
  if (!(error instanceof StaleEpoch)) throw error;
}

const DAY_MS = 86_400_000;

export interface RebuiltTrending {
  /** Recounted hours. */
  readonly hours: number;
}

export interface RebuildTrendingDeps extends TrendingDeps {
  /** Called with the number of further events. */
  readonly onProgress?: (events: number) => void;
}
