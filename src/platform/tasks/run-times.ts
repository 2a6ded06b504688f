import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Queryable } from '../database/port.ts';
import { row, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { nextRun } from './cron.ts';
import type { Schedule } from './port.ts';

/** A time that is over is due at once; what then becomes of it is the policy's to say. */
export async function firstRun(db: Queryable, schedule: Schedule): Promise<Date> {
  if ('at' in schedule) return schedule.at;
  const next = nextRun(schedule, await databaseNow(db));
  if (!next) throw new Problem('validation-failed', reason('schedule-past'));
  return next;
}

export async function databaseNow(db: Queryable): Promise<Date> {
  return (await db.one(row({ now: timestamptz }), sql`select clock_timestamp() as now`)).now;
}
