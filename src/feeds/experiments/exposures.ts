import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { Arm } from './assign.ts';

/**
 * FEED-9: records what an arm showed to a reader, and in shadow mode what the other arm would have shown. Requests do
 * not wait for it; a lost record is lost for both arms alike.
 */
export async function recordExposure(
  { database, clock, telemetry }: ExposureDeps,
  exposure: Exposure,
): Promise<void> {
  const { experiment, arm, userId, feed, shown, shadow } = exposure;
  await database
    .execute(sql`
      insert into ranking_exposures (at, experiment_id, arm, user_id, feed, story_ids, shadow_ids)
      values (${new Date(clock.now())}, ${experiment}, ${arm}, ${userId}, ${feed}, ${shown}::uuid[], ${shadow}::uuid[])
    `)
    .catch(error => telemetry.log.debug('ranking.exposure_lost', { experiment, error }));
}

export interface Exposure {
  readonly experiment: string;
  readonly arm: Arm;
  readonly userId: string;
  readonly feed: string;
  readonly shown: readonly string[];
  readonly shadow: readonly string[] | null;
}

interface ExposureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
