import type { Database } from '../../platform/database/port.ts';
import { int8, row, text, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { TrendingBoard } from './board.ts';
import { CHANNEL } from './leader/publish.ts';
import { WINDOWS, type WindowName } from './lists.ts';
import { parseSnapshot } from './snapshot.ts';

/** Loads the leader's snapshots into this process's board, as they are announced by NOTIFY. */
export async function followSnapshots({
  database,
  telemetry,
  trending,
}: FollowSnapshotsDeps): Promise<SnapshotSubscription> {
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

export interface FollowSnapshotsDeps {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly trending: TrendingBoard;
}

export interface SnapshotSubscription {
  close(): Promise<void>;
}
