import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../../test/harness/database.ts';
import { Problem } from '../../../errors.ts';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { int4, row } from '../../database/rows.ts';
import { sql } from '../../database/sql.ts';
import { createMemoryTelemetry } from '../../telemetry/memory/memory.ts';
import { describeRateLimits } from '../contract/rate-limits.ts';
import { cacheKey } from '../keys.ts';
import { createMemoryCache } from '../memory/memory.ts';
import type { RateLimits } from '../port.ts';
import { createDatabaseLimits, createResilientLimits, deleteExpiredLimits } from './limits.ts';

const { database } = await testDatabase();

describeRateLimits(async () => {
  const clock = new ManualClock();
  const cache = createMemoryCache({ clock, log: createMemoryTelemetry().log });
  const limited = (limits: RateLimits) => ({ ...cache, take: limits.take });
  return {
    store: limited(createDatabaseLimits({ database, clock })),
    peer: limited(createDatabaseLimits({ database, clock })),
    clock,
    histories: 0,
    flush: async () => void (await database.execute(sql`truncate rate_limits`)),
    close: cache.close,
  };
});

test('a refused flood writes nothing, and units return on time', async () => {
  const clock = new ManualClock();
  const limits = createDatabaseLimits({ database, clock });
  const key = cacheKey('flood', 1);
  const limit = { limit: 3, windowMs: 60_000 };
  for (let n = 0; n < 3; n++) assert.ok((await limits.take(key, limit)).allowed);
  const { retryAfterMs } = await limits.take(key, limit);
  // A flood that asked the database would now find the units free.
  await database.execute(sql`truncate rate_limits`);
  for (let n = 0; n < 1_000; n++) {
    const { allowed, remaining } = await limits.take(key, limit);
    assert.deepEqual([allowed, remaining], [false, 0]);
  }
  await clock.advance(retryAfterMs);
  assert.ok((await limits.take(key, limit)).allowed);
});

test('rows hold no key and are deleted when their window has passed', async () => {
  await database.execute(sql`truncate rate_limits`);
  const clock = new ManualClock();
  const limits = createDatabaseLimits({ database, clock });
  await limits.take(cacheKey('secret-name', 1, 'ada'), { limit: 3, windowMs: 60_000 });
  const count = async () =>
    await database.one(
      row({ kept: int4, named: int4 }),
      sql`
          select count(*)::int4 as kept, (count(*) filter (where rate_limits::text ~ 'ada|secret'))::int4 as named
          from rate_limits
        `,
    );
  assert.deepEqual(await count(), { kept: 1, named: 0 });
  await deleteExpiredLimits(database, new Date(clock.now() + 60_000));
  assert.equal((await count()).kept, 1);
  await deleteExpiredLimits(database, new Date(clock.now() + 62_000));
  assert.equal((await count()).kept, 0);
});

test('while the database is away, the limit holds in this process', async () => {
  const clock = new ManualClock();
  const { log } = createMemoryTelemetry();
  const local = createMemoryCache({ clock, log });
  let asked = 0;
  const away: RateLimits = {
    take: async () => {
      asked++;
      throw new Problem('database-away');
    },
  };
  const limits = createResilientLimits(away, { local, clock, log });
  const key = cacheKey('away', 1);
  const allowed = [];
  for (let n = 0; n < 5; n++) allowed.push((await limits.take(key, { limit: 3, windowMs: 60_000 })).allowed);
  assert.deepEqual(allowed, [true, true, true, false, false]);
  assert.equal(asked, 1);
  await clock.advance(6_000);
  await limits.take(key, { limit: 3, windowMs: 60_000 });
  assert.equal(asked, 2);
  await local.close();
});

test('other failures are not hidden', async () => {
  const { log } = createMemoryTelemetry();
  const broken: RateLimits = {
    take: async () => {
      throw new TypeError('a bug');
    },
  };
  const local = createMemoryCache({ clock: systemClock, log });
  const limits = createResilientLimits(broken, { local, clock: systemClock, log });
  await assert.rejects(limits.take(cacheKey('bug', 1), { limit: 1, windowMs: 1_000 }), TypeError);
  await local.close();
});
