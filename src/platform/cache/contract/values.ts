import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { CacheUsageError } from '../port.ts';
import { assertEnds, bytes, type CreateHarness, clients, freshKey, text, using } from './harness.ts';

export function describeValues(create: CreateHarness): void {
  describe('values', () => {
    test(
      'are returned byte for byte to every client',
      using(create, async ({ store, peer }) => {
        const key = freshKey();
        await fc.assert(
          fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async value => {
            await store.set(key, value, 60_000);
            assert.deepEqual(plain(await peer.get(key)), plain(value));
          }),
          { numRuns: 30 },
        );
      }),
    );

    test(
      'are null when never set or deleted',
      using(create, async ({ store, peer }) => {
        const [one, other, never] = [freshKey(), freshKey(), freshKey()];
        await store.set(one, bytes('1'), 60_000);
        await store.set(other, bytes('2'), 60_000);
        await peer.delete([one, never]);
        assert.deepEqual((await store.getMany([one, other, never, other])).map(text), [null, '2', null, '2']);
        assert.equal(await store.get(one), null);
        assert.equal(await store.getWithLifetime(never), null);
        assert.deepEqual(await store.getMany([]), []);
        await store.delete([]);
      }),
    );

    test(
      'expire after their lifetime, which a new value restarts',
      using(create, async harness => {
        const { store } = harness;
        const key = freshKey();
        await store.set(key, bytes('old'), 10_000);
        await assertEnds(
          harness,
          60,
          () => store.set(key, bytes('new'), 60),
          async () => text(await store.get(key)) === 'new',
        );
      }),
    );

    test(
      'are returned with their remaining lifetime',
      using(create, async ({ store }) => {
        const key = freshKey();
        await store.set(key, bytes('x'), 30_000);
        const held = await store.getWithLifetime(key);
        assert.equal(text(held?.value ?? null), 'x');
        assert.ok(held && held.leftMs > 20_000 && held.leftMs <= 30_000, `${held?.leftMs} ms left`);
      }),
    );

    test(
      'do not change when the caller changes its array',
      using(create, async ({ store }) => {
        const key = freshKey();
        const given = Buffer.from('abc');
        await store.set(key, given, 60_000);
        given[0] = 0;
        (await store.get(key))?.fill(0);
        (await store.getMany([key]))[0]?.fill(0);
        (await store.getWithLifetime(key))?.value.fill(0);
        assert.equal(text(await store.get(key)), 'abc');
      }),
    );

    test(
      'refuse an invalid lifetime',
      using(create, async ({ store }) => {
        for (const ttlMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
          await assert.rejects(store.set(freshKey(), bytes('x'), ttlMs), CacheUsageError);
        }
      }),
    );
  });

  describe('counters', () => {
    test(
      'lose no increment of concurrent clients',
      using(create, async harness => {
        const key = freshKey();
        const counts = await Promise.all(
          clients(harness, 100).map(client => client.increment(key, 1, 60_000)),
        );
        assert.deepEqual(
          counts.toSorted((a, b) => a - b),
          Array.from({ length: 100 }, (_, n) => n + 1),
        );
        assert.equal(await harness.store.increment(key, -150, 60_000), -50);
        assert.equal(text(await harness.store.get(key)), '-50');
      }),
    );

    test(
      'expire after the lifetime of their first increment, however many follow',
      using(create, async harness => {
        const key = freshKey();
        await assertEnds(
          harness,
          60,
          () => harness.store.increment(key, 5, 60),
          async () => (await harness.store.increment(key, 1, 60_000)) > 1,
        );
      }),
    );

    test(
      'refuse fractions and values that are not counters',
      using(create, async ({ store }) => {
        const key = freshKey();
        await store.set(key, bytes('words'), 60_000);
        await assert.rejects(store.increment(key, 1, 60_000));
        assert.equal(text(await store.get(key)), 'words');
        await assert.rejects(store.increment(freshKey(), 0.5, 60_000), CacheUsageError);
      }),
    );
  });
}

function plain(value: Uint8Array | null): number[] | null {
  return value && [...value];
}
