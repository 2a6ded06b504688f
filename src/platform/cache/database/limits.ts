import { createHash } from 'node:crypto';
import { isTransient } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { arrayOf, isNumber } from '../../../lib/guards.ts';
import type { Database, Queryable } from '../../database/port.ts';
import { jsonb, type RowOf, row } from '../../database/rows.ts';
import { sql } from '../../database/sql.ts';
import type { Logger } from '../../telemetry/port.ts';
import { checkRateLimit } from '../arguments.ts';
import type { CacheKey } from '../keys.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../port.ts';
import { RateWindow, SLOTS, slotOf } from '../rate-window.ts';

/**
 * Rate limits that all processes of a database share: the window of each limit is a row, and taking units is one
 * statement. A refusal is remembered in this process until units return, so that a flood of refused requests writes
 * nothing. Moments come from the clocks of the processes, which agree to within seconds; windows are minutes long.
 */
export function createDatabaseLimits({ database, clock }: DatabaseLimitsDeps): RateLimits {
  const refusals = new Map<string, RefusedUnits>();

  const take = async (key: CacheKey, limit: RateLimit): Promise<RateLimitResult> => {
    checkRateLimit(limit);
    const { cost = 1 } = limit;
    const now = clock.now();
    const name = `${key}@${limit.windowMs}`;
    const refused = refusals.get(name);
    if (refused && cost > 0 && limit.limit <= refused.limit && now < refused.until)
      return { ...NOTHING_LEFT, retryAfterMs: refused.until - now, resetMs: refused.resetAt - now };
    const taken = cost > 0 && cost <= limit.limit ? await takeUnits(database, hash(name), limit, now) : null;
    if (taken) return { ...taken.take(now, { ...limit, cost: 0 }), allowed: true };
    const result = (await readWindow(database, hash(name))).take(now, limit);
    // Units returned between the two statements: try again.
    if (result.allowed && cost > 0) return take(key, limit);
    if (!result.allowed && result.remaining === 0) {
      if (refusals.size >= MAX_REFUSALS) refusals.clear();
      const { retryAfterMs, resetMs } = result;
      refusals.set(name, { limit: limit.limit, until: now + retryAfterMs, resetAt: now + resetMs });
    }
    return result;
  };
  return { take };
}

/**
 * While the database is unavailable, limits continue in `local`, the memory of this process: no limit at all would invite
 * the attack that it prevents. After a failure the database is not asked for a few seconds, so that no request waits for it.
 */
export function createResilientLimits(
  limits: RateLimits,
  { local, clock, log }: ResilientLimitsDeps,
): RateLimits {
  let localUntil = 0;
  return {
    take: async (key, limit) => {
      if (clock.now() < localUntil) return local.take(key, limit);
      try {
        return await limits.take(key, limit);
      } catch (error) {
        if (!isTransient(error)) throw error;
        log.warn('limits.local', { error });
        localUntil = clock.now() + LOCAL_MS;
        return local.take(key, limit);
      }
    },
  };
}

/** Deletes the windows that no longer limit anything. */
export function deleteExpiredLimits(database: Queryable, now: Date): Promise<number> {
  return database.execute(sql`delete from rate_limits where expires_at <= ${now}`);
}

/** The window with the units, or null when they do not fit. Concurrent calls wait for the row, so none is lost. */
async function takeUnits(
  database: Queryable,
  key: Buffer,
  { limit, windowMs, cost = 1 }: RateLimit,
  now: number,
): Promise<RateWindow | null> {
  const slot = slotOf(now, windowMs);
  const oldest = slot - SLOTS;
  const expiresAt = new Date(now + Math.ceil((windowMs * (SLOTS + 1)) / SLOTS));
  const taken = await database.maybe(
    WindowRow,
    sql`
      insert into rate_limits as held (key, slots, units, expires_at)
      values (${key}, array[${slot}::int8], array[${cost}::int4], ${expiresAt})
      on conflict (key) do update set
        (slots, units) = (
          select array_agg(slot order by slot), array_agg(units order by slot)
          from (
            select slot, sum(units)::int4 as units
            from (
              select slot, units from unnest(held.slots, held.units) as earlier (slot, units)
              where slot >= ${oldest}::int8
              union all
              select ${slot}::int8, ${cost}::int4
            ) as counted
            group by slot
          ) as summed
        ),
        expires_at = greatest(held.expires_at, excluded.expires_at)
      where ${cost}::int4 + (
        select coalesce(sum(units), 0)
        from unnest(held.slots, held.units) as earlier (slot, units)
        where slot >= ${oldest}::int8
      ) <= ${limit}::int8
      returning array_to_json(slots) as slots, array_to_json(units) as units
    `,
  );
  return taken && windowOf(taken);
}

async function readWindow(database: Queryable, key: Buffer): Promise<RateWindow> {
  const found = await database.maybe(
    WindowRow,
    sql`
      select array_to_json(slots) as slots, array_to_json(units) as units
      from rate_limits
      where key = ${key}
    `,
  );
  return found ? windowOf(found) : new RateWindow();
}

function windowOf({ slots, units }: WindowRow): RateWindow {
  if (!isNumbers(slots) || !isNumbers(units)) throw new TypeError('a rate limit is not stored as numbers');
  return new RateWindow(slots.map((slot, index) => ({ slot, units: units[index] ?? 0 })));
}

/** Keys name people and addresses; the table does not. */
function hash(name: string): Buffer {
  return createHash('sha256').update(name).digest().subarray(0, 16);
}

const isNumbers = arrayOf(isNumber);
const WindowRow = row({ slots: jsonb, units: jsonb });
type WindowRow = RowOf<typeof WindowRow>;

const NOTHING_LEFT = { allowed: false, remaining: 0 } as const;
const MAX_REFUSALS = 20_000;
const LOCAL_MS = 5_000;

interface RefusedUnits {
  readonly limit: number;
  /** No unit returns before. */
  readonly until: number;
  readonly resetAt: number;
}

interface DatabaseLimitsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

interface ResilientLimitsDeps {
  readonly local: RateLimits;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}
