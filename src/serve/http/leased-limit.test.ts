import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../lib/clock.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import { createMemoryCache } from '../../platform/cache/memory/memory.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { createLeasedLimit } from './leased-limit.ts';

const WINDOW_MS = 60_000;

test('no window ever lets more through than the limit, with several processes and any rhythm', async () => {
  const steps = fc.array(
    fc.record({ waitMs: fc.nat({ max: 4_000 }), burst: fc.nat({ max: 40 }), process: fc.nat({ max: 2 }) }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), steps, async (limit, history) => {
      const clock = new ManualClock();
      const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
      const processes = Array.from({ length: 3 }, () =>
        createLeasedLimit(store, { limit, windowMs: WINDOW_MS }, clock),
      );
      const key = cacheKey('limit', 1, 'reader');
      const admitted: number[] = [];
      for (const { waitMs, burst, process } of history) {
        await clock.advance(waitMs);
        for (let n = 0; n < burst; n++) {
          const leased = processes[process];
          assert.ok(leased);
          if (leased.spend(key) !== undefined || (await leased.take(key)).allowed) admitted.push(clock.now());
        }
      }
      for (const end of admitted) {
        assert.ok(admitted.filter(at => at > end - WINDOW_MS && at <= end).length <= limit);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
});

test('a single client gets the whole limit except the unused rest of a lease', async () => {
  for (const limit of [1, 10, 29, 30, 100, 600]) {
    const clock = new ManualClock();
    const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
    const leased = createLeasedLimit(store, { limit, windowMs: WINDOW_MS }, clock);
    const key = cacheKey('limit', 1, 'reader');
    let admitted = 0;
    for (let n = 0; n < limit + 50; n++) {
      if (leased.spend(key) !== undefined || (await leased.take(key)).allowed) admitted++;
    }
    assert.equal(admitted, limit);
    await store.close();
  }
});

test('a lease saves store calls: one call for a thirtieth of the limit', async () => {
  const clock = new ManualClock();
  const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
  let calls = 0;
  const counting = {
    take: (...args: Parameters<typeof store.take>) => {
      calls++;
      return store.take(...args);
    },
  };
  const leased = createLeasedLimit(counting, { limit: 600, windowMs: WINDOW_MS }, clock);
  const key = cacheKey('limit', 1, 'reader');
  const remaining: number[] = [];
  for (let n = 0; n < 100; n++) remaining.push(leased.spend(key) ?? (await leased.take(key)).remaining);
  assert.equal(calls, 5);
  assert.deepEqual(
    remaining,
    [...remaining].sort((a, b) => b - a),
  );
  assert.equal(remaining[0], 599);
  await store.close();
});

test('with a local share, light clients cost no call, and heavy ones get at most that share on top', async () => {
  const clock = new ManualClock();
  const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
  let calls = 0;
  const counting = {
    take: (...args: Parameters<typeof store.take>) => {
      calls++;
      return store.take(...args);
    },
  };
  const limit = { limit: 600, windowMs: WINDOW_MS };
  const processes = Array.from({ length: 3 }, () =>
    createLeasedLimit(counting, limit, clock, { localShare: true }),
  );
  const light = cacheKey('limit', 1, 'light');
  for (const leased of processes)
    for (let n = 0; n < 20; n++) assert.ok(leased.spend(light) !== undefined || (await leased.take(light)));
  assert.equal(calls, 0);
  const heavy = cacheKey('limit', 1, 'heavy');
  let admitted = 0;
  for (let n = 0; n < 3_000; n++) {
    const leased = processes[n % processes.length];
    assert.ok(leased);
    if (leased.spend(heavy) !== undefined || (await leased.take(heavy)).allowed) admitted++;
  }
  assert.ok(admitted >= 600 - 60 && admitted <= 600 + 60, `${admitted} admitted`);
  await clock.advance(WINDOW_MS * 1.1);
  for (const leased of processes) assert.ok(leased.spend(light) !== undefined);
  await store.close();
});
