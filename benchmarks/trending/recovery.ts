import type { Installation } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { TrendingBoard } from '../../src/signals/trending/board.ts';
import { startTrending } from '../../src/signals/trending/leader/start-trending.ts';

/**
 * TREND-4: the time from takeover to the first list of the new counter, when the whole log is newer than the last
 * checkpoint. Checkpoints are 30 s apart, so the log holds at most 30 s of signals.
 */
export async function recover({ database, log, telemetry }: Installation): Promise<number> {
  await database.execute(sql`update trending_state set head = null, windows = null`);
  const board = new TrendingBoard();
  const began = systemClock.now();
  const listed = new Promise<number>(resolve =>
    board.onSnapshot(({ entries }) => {
      if (entries.length > 0) resolve(systemClock.now() - began);
    }),
  );
  const trending = await startTrending({ clock: systemClock, database, log, telemetry, board });
  const took = await listed;
  await trending.stop();
  return took;
}
