import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { int8, row, text, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { setOrClear } from '../../platform/telemetry/gauges.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { TrendingBoard } from './board.ts';
import { CHANNEL } from './leader/publish.ts';
import { WINDOWS, type WindowName } from './lists.ts';
import { parseSnapshot } from './snapshot.ts';

/** Loads the leader's snapshots into this process's board, as they are announced by NOTIFY. */
export async function followSnapshots(deps: FollowSnapshotsDeps): Promise<SnapshotSubscription> {
  const { database, telemetry, trending } = deps;
  exposeFreshness(deps);
  const load = async (windows: readonly WindowName[]) => {
    const rows = await database.many(
      row({ span: text, version: int8, at: timestamptz, news: text }),
      sql`select span, version, at, news from trending_lists where span = any (${windows}::text[])`,
    );
    for (const { span, version, at, news } of rows) {
      const window = WINDOWS.find(name => name === span);
      if (window && version > trending.version(window))
        trending.put(parseSnapshot({ window, version, at: at.getTime() }, news));
    }
  };
  const loadInBackground = (windows: readonly WindowName[]) => {
    // The next snapshot follows within a second.
    load(windows).catch(error => telemetry.log.warn('trending.snapshot_unreadable', { error }));
  };
  const subscription = await database.listen(
    CHANNEL,
    payload => {
      const [span, version] = payload.split(' ');
      const window = WINDOWS.find(name => name === span);
      if (window && Number(version) > trending.version(window)) loadInBackground([window]);
    },
    () => loadInBackground(WINDOWS),
  );
  await load(WINDOWS);
  return { close: () => subscription.close() };
}

/** The age of what readers get here, whether the leader or the way to this process has stopped. */
function exposeFreshness({ clock, telemetry: { metrics }, trending }: FollowSnapshotsDeps): void {
  metrics.onScrape(() => {
    const { newestAt } = trending;
    const age = newestAt === null ? null : Math.max(0, clock.now() - newestAt) / 1_000;
    setOrClear(metrics.gauge('trending_score_freshness_seconds'), age);
  });
}

export interface FollowSnapshotsDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly trending: TrendingBoard;
}

export interface SnapshotSubscription {
  close(): Promise<void>;
}
