import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Queryable } from '../database/port.ts';
import { row, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { nextRun } from './cron.ts';
import type { Schedule } from './port.ts';

/** A past time is due at once; the `missed` policy applies at its start. */
export async function firstRun(db: Queryable, schedule: Schedule): Promise<Date> {
  if ('at' in schedule) return schedule.at;
  const next = nextRun(schedule, await databaseNow(db));
  if (!next) throw new Problem('validation-failed', reason('schedule-past'));
  return next;
}

export async function databaseNow(db: Queryable): Promise<Date> {
  return (await db.one(row({ now: timestamptz }), sql`select clock_timestamp() as now`)).now;
}
