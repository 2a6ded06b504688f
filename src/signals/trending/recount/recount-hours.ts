import type { Clock } from '../../../lib/clock.ts';
import type { Database, Queryable } from '../../../platform/database/port.ts';
import { bool, float8, int8, row, text, timestamptz, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { EventLog } from '../../../platform/log/port.ts';
import type { HourlySum } from '../trending-counts.ts';
import { packWeight, weightOf } from '../weights.ts';
import { HOUR_MS, writeSums } from './exact-hours.ts';
import { storeHourlySnapshots } from './hourly-snapshots.ts';

/**
 * TREND-5, TREND-7: recounts each hour of the last day from the stored signals, once the hour is over and all
 * of its signals are validated. The leader replaces its sums by the exact ones, and the lists of that hour
 * are stored. Missed hours are recounted later.
 */
export async function recountHours(deps: RecountDeps): Promise<{ readonly hours: number }> {
  const { clock, database } = deps;
  const settled = await settledUntil(deps);
  const first = Math.floor(clock.now() / HOUR_MS) - HOURS_OF_A_DAY;
  const known = await knownHours(database, first);
  let hours = 0;
  for (let hour = first; (hour + 1) * HOUR_MS <= settled; hour++) {
    if (known.has(hour)) continue;
    await recount(database, hour, new Date(clock.now()));
    hours++;
  }
  await deleteOld(database, clock.now());
  return { hours };
}

/** The time up to which all accepted signals are validated and counted. No commit takes minutes. */
async function settledUntil({ clock, log }: RecountDeps): Promise<number> {
  let oldest = clock.now();
  for (const state of await log.groups()) {
    if ((state.group !== 'rules' && state.group !== 'trending') || state.position >= state.end) continue;
    const since = await log.waitingSince(state);
    if (since) oldest = Math.min(oldest, since.getTime());
  }
  return oldest - COMMIT_DELAY_MS;
}

async function knownHours(database: Queryable, first: number): Promise<Set<number>> {
  const rows = await database.many(
    row({ hour: timestamptz }),
    sql`select hour from trending_hours where hour >= ${new Date(first * HOUR_MS)}`,
  );
  return new Set(rows.map(({ hour }) => hour.getTime() / HOUR_MS));
}

async function recount(database: Database, hour: number, now: Date): Promise<void> {
  await database.transaction(
    async tx => {
      const sums = await exactSums(tx, hour);
      const stored = await tx.execute(sql`
        insert into trending_hours (hour, recounted_at, sums)
        values (${new Date(hour * HOUR_MS)}, ${now}, ${writeSums(sums)})
        on conflict (hour) do nothing
      `);
      if (stored > 0) await storeHourlySnapshots(tx, hour);
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

async function exactSums(database: Queryable, hour: number): Promise<HourlySum[]> {
  const rows = await database.many(
    SumRow,
    sql`
      select article_id, kind, country, user_id is not null as is_member, reach, count(*) as times
      from signals
      where at >= ${new Date(hour * HOUR_MS)} and at < ${new Date((hour + 1) * HOUR_MS)}
        and dropped_by is null and kind in ('share', 'read')
      group by article_id, kind, country, user_id is not null, reach
      order by times desc
      limit ${MAX_SUMS}
    `,
  );
  const sums = new Map<string, HourlySum>();
  for (const { articleId, kind, country, isMember, reach, times } of rows) {
    const [by, what] = kind === 'share' ? (['shares', 'share'] as const) : (['reads', 'read'] as const);
    const sum = times * packWeight(weightOf({ kind: what, isMember, reach }));
    for (const scope of country === '' ? [null] : [null, country]) {
      const key = `${articleId} ${by} ${scope}`;
      sums.set(key, { articleId, by, country: scope, sum: (sums.get(key)?.sum ?? 0) + sum });
    }
  }
  return [...sums.values()];
}

/** An item that was at the top a month ago is announced again. */
async function deleteOld(database: Queryable, now: number): Promise<void> {
  await database.execute(sql`delete from trending_hours where hour < ${new Date(now - 72 * HOUR_MS)}`);
  await database.execute(sql`delete from trending_entered where at < ${new Date(now - 30 * 24 * HOUR_MS)}`);
}

const HOURS_OF_A_DAY = 24;
const COMMIT_DELAY_MS = 5 * 60_000;
const STATEMENT_TIMEOUT_MS = 10 * 60_000;
/** For the most read and shared articles; the rest are on no list. */
const MAX_SUMS = 500_000;

const SumRow = row({
  article_id: uuid,
  kind: text,
  country: text,
  is_member: bool,
  reach: float8,
  times: int8,
});

export interface RecountDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
}
