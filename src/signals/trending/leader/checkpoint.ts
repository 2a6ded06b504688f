import type { Queryable } from '../../../platform/database/port.ts';
import { bytea, nullable, row, text } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { bigint } from '../../../platform/log/rows.ts';
import type { StoredTrendingCounts } from '../trending-counts.ts';

/**
 * TREND-4: the counts and their position in the log, stored together. A new leader takes a new epoch; writes with an
 * older epoch are refused, so that a process that was paused cannot overwrite newer results. Without a row, the first
 * epoch is above that of every published list.
 */
export async function beginEpoch(
  database: Queryable,
): Promise<{ readonly epoch: bigint; readonly stored: StoredTrendingCounts | undefined }> {
  const { epoch, head, windows } = await database.one(
    row({ epoch: bigint, head: nullable(text), windows: nullable(bytea) }),
    sql`
      insert into trending_state (epoch)
      select coalesce(max(version), 0) / ${String(SNAPSHOTS_PER_EPOCH)}::bigint + 1 from trending_lists
      on conflict (is_only) do update set epoch = trending_state.epoch + 1
      returning epoch, head, windows
    `,
  );
  const stored = head !== null && windows !== null ? { head: JSON.parse(head), windows } : undefined;
  return { epoch, stored };
}

export async function storeCheckpoint(
  database: Queryable,
  epoch: bigint,
  { head, windows }: StoredTrendingCounts,
  at: Date,
): Promise<void> {
  const stored = await database.execute(sql`
    update trending_state
    set head = ${JSON.stringify(head)}, windows = ${Buffer.from(windows.buffer, windows.byteOffset, windows.byteLength)}, at = ${at}
    where epoch = ${epoch}
  `);
  if (stored === 0) throw new StaleEpoch();
}

/** The version of a list is its epoch times this number, and counted from there. */
export const SNAPSHOTS_PER_EPOCH = 2 ** 32;

/** Another process is the leader now. */
export class StaleEpoch extends Error {
  override name = 'EpochOver';
  constructor() {
    super('trending is counted by another process');
  }
}
