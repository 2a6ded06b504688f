import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CacheUsageError, type RateLimit } from '../port.ts';
import {
  type CacheHarness,
  CLOCK_GRAIN_MS,
  type CreateHarness,
  clients,
  freshKey,
  now,
  pass,
  using,
} from './harness.ts';

export function describeRateLimits(create: CreateHarness): void {
  describe('rate limits', () => {
    test(
      'admit exactly the limit of concurrent clients',
      using(create, async harness => {
        const key = freshKey();
        const limit = { limit: 50, windowMs: 60_000 };
        const taken = await Promise.all(clients(harness, 200).map(client => client.take(key, limit)));
        const left = taken.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
        assert.deepEqual(
          left.toSorted((a, b) => a - b),
          Array.from({ length: 50 }, (_, n) => n),
        );
      }),
    );

    test(
      'never admit more than the limit in any interval of the window, and keep admitting',
      using(create, async harness => {
        const limit = { limit: 5, windowMs: 64 };
        const admitted = await hammer(harness, limit, 30);
        for (const [n, later] of admitted.slice(limit.limit).entries()) {
          const apartMs = later.until - (admitted[n]?.since ?? 0);
          assert.ok(apartMs >= limit.windowMs - CLOCK_GRAIN_MS, `${limit.limit + 1} within ${apartMs} ms`);
        }
      }),
    );

    test(
      'return the right time until the same cost fits',
      using(create, async harness => {
        const key = freshKey();
        // In real time a busy machine needs longer between two calls, which must fall into one window.
        const windowMs = harness.clock ? 64 : 1_600;
        const limit = { limit: 3, windowMs };
        await harness.store.take(key, { ...limit, cost: 3 });
        const refused = await harness.store.take(key, { ...limit, cost: 2 });
        assert.equal(refused.allowed, false);
        assert.equal(refused.remaining, 0);
        assert.ok(
          refused.retryAfterMs > 0 && refused.retryAfterMs <= windowMs + windowMs / 32,
          `${refused.retryAfterMs} ms`,
        );
        await pass(harness, refused.retryAfterMs + CLOCK_GRAIN_MS);
        const later = await harness.store.take(key, { ...limit, cost: 2 });
        assert.deepEqual([later.allowed, later.remaining, later.retryAfterMs], [true, 1, 0]);
        const apartMs = Math.abs(later.resetMs - windowMs);
        assert.ok(apartMs <= windowMs / 16, `${later.resetMs} ms`);
      }),
    );

    test(
      'take all units of a cost or none, and none for a cost of 0',
      using(create, async ({ store }) => {
        const key = freshKey();
        const limit = { limit: 10, windowMs: 60_000 };
        assert.equal((await store.take(key, { ...limit, cost: 8 })).remaining, 2);
        assert.equal((await store.take(key, { ...limit, cost: 3 })).allowed, false);
        const queried = await store.take(key, { ...limit, cost: 0 });
        assert.deepEqual([queried.allowed, queried.remaining], [true, 2]);
        assert.equal((await store.take(key, { ...limit, cost: 2 })).remaining, 0);
        const unused = await store.take(freshKey(), { ...limit, cost: 0 });
        assert.deepEqual(unused, { allowed: true, remaining: 10, retryAfterMs: 0, resetMs: 0 });
      }),
    );

    test(
      'always refuse a cost above the limit',
      using(create, async ({ store }) => {
        const taken = await store.take(freshKey(), { limit: 3, windowMs: 1_000, cost: 4 });
        assert.deepEqual([taken.allowed, taken.remaining], [false, 3]);
        assert.ok(taken.retryAfterMs > 0);
      }),
    );

    test(
      'are separate for each key and each window',
      using(create, async ({ store }) => {
        const key = freshKey();
        assert.equal((await store.take(key, { limit: 1, windowMs: 60_000 })).allowed, true);
        assert.equal((await store.take(freshKey(), { limit: 1, windowMs: 60_000 })).allowed, true);
        assert.equal((await store.take(key, { limit: 1, windowMs: 30_000 })).allowed, true);
        assert.equal((await store.take(key, { limit: 1, windowMs: 60_000 })).allowed, false);
      }),
    );

    test(
      'refuse invalid limits',
      using(create, async ({ store }) => {
        const invalid: RateLimit[] = [
          { limit: 0, windowMs: 1_000 },
          { limit: 1.5, windowMs: 1_000 },
          { limit: 1, windowMs: 0 },
          { limit: 1, windowMs: 1_000, cost: -1 },
        ];
        for (const limit of invalid) await assert.rejects(store.take(freshKey(), limit), CacheUsageError);
      }),
    );
  });
}

/**
 * Takes as often as possible until `count` were admitted; each admission happened at some moment between `since` and
 * `until`.
 */
async function hammer(harness: CacheHarness, limit: RateLimit, count: number): Promise<Admission[]> {
  const key = freshKey();
  const admitted: Admission[] = [];
  const giveUpAt = now(harness) + 60_000;
  while (admitted.length < count) {
    assert.ok(now(harness) < giveUpAt, `only ${admitted.length} admitted within a minute`);
    const since = now(harness);
    const { allowed } = await harness.store.take(key, limit);
    if (allowed) admitted.push({ since, until: now(harness) });
    await pass(harness, 1);
  }
  return admitted;
}

interface Admission {
  readonly since: number;
  readonly until: number;
}
