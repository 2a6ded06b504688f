import type { Queryable } from '../database/port.ts';
import { float8, nullable, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';

/**
 * A quantile of the seconds between the due time and the start of the tasks of the last hour, over all executors. Null without
 * any. Retries and runs by hand are left out.
 */
export async function startDelayQuantile(
  database: Queryable,
  share: number,
  now: Date,
): Promise<number | null> {
  const { seconds } = await database.one(
    row({ seconds: nullable(float8) }),
    sql`
      select percentile_cont(${share}) within group (order by extract(epoch from started_at - due_at)::float8) as seconds
      from task_runs
      where ended_at > ${new Date(now.getTime() - HOUR_MS)} and attempt = 1 and not by_hand
    `,
  );
  return seconds;
}

const HOUR_MS = 3_600_000;
