import type { Installation } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { TrendingBoard } from '../../src/signals/trending/board.ts';
import { startTrending } from '../../src/signals/trending/leader/start-trending.ts';

/**
 * TREND-4: how long whoever takes over counts until its first edition, when all that is in the log was counted after the
 * last checkpoint. Checkpoints are 30 s apart, so that many seconds of the log are the most that there can be.
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
  const desk = await startTrending({ clock: systemClock, database, log, telemetry, board });
  const took = await listed;
  await desk.stop();
  return took;
}
