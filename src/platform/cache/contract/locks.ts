import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FencingToken } from '../port.ts';
import { CacheUsageError } from '../port.ts';
import { assertEnds, bytes, type CreateHarness, clients, freshKey, text, using } from './harness.ts';

export function describeLocks(create: CreateHarness): void {
  describe('locks', () => {
    test(
      'go to exactly one of many concurrent callers',
      using(create, async harness => {
        const key = freshKey();
        const tokens = await Promise.all(clients(harness, 50).map(({ locks }) => locks.acquire(key, 60_000)));
        assert.equal(tokens.filter(token => token !== null).length, 1);
      }),
    );

    test(
      'are never held by two clients: concurrent clients lose no update',
      using(create, async harness => {
        const [key, counter] = [freshKey(), freshKey()];
        const work = clients(harness, 20).map(async client => {
          const token = await held(() => client.locks.acquire(key, 60_000));
          // A read, a wait and a write lose updates unless one client at a time does them.
          const before = Number(text(await client.get(counter)) ?? '0');
          await new Promise(resolve => setImmediate(resolve));
          await client.set(counter, bytes(String(before + 1)), 60_000);
          assert.equal(await client.locks.release(key, token), true);
          return token;
        });
        const tokens = await Promise.all(work);
        assert.equal(text(await harness.store.get(counter)), '20');
        assert.equal(new Set(tokens).size, 20, 'no token is issued twice');
      }),
    );

    test(
      'are released and extended by their token only',
      using(create, async ({ store, peer }) => {
        const key = freshKey();
        const token = await must(store.locks.acquire(key, 60_000));
        assert.equal(await peer.locks.release(key, token + 1), false);
        assert.equal(await peer.locks.extend(key, token - 1, 60_000), false);
        assert.equal(await peer.locks.acquire(key, 60_000), null);
        assert.equal(await peer.locks.extend(key, token, 60_000), true);
        assert.equal(await peer.locks.release(key, token), true);
        assert.equal(await store.locks.release(key, token), false);
        assert.equal(await store.locks.extend(key, token, 60_000), false);
      }),
    );

    test(
      'expire, and a holder that returns late cannot extend or release the lock of its successor',
      using(create, async harness => {
        const { store, peer } = harness;
        const key = freshKey();
        let late: FencingToken = 0;
        let next: FencingToken | null = null;
        await assertEnds(
          harness,
          60,
          async () => {
            late = await must(store.locks.acquire(key, 60));
          },
          async () => {
            next = await peer.locks.acquire(key, 60_000);
            return next === null;
          },
        );
        assert.ok(next !== null && next > late, 'the next token is higher');
        assert.equal(await store.locks.extend(key, late, 60_000), false);
        assert.equal(await store.locks.release(key, late), false);
        assert.equal(await store.locks.acquire(key, 60_000), null, 'the successor still holds it');
      }),
    );

    test(
      'restart their lifetime when they are extended',
      using(create, async harness => {
        const { locks } = harness.store;
        const key = freshKey();
        const token = await must(locks.acquire(key, 60_000));
        await assertEnds(
          harness,
          60,
          () => locks.extend(key, token, 60),
          async () => (await locks.acquire(key, 60_000)) === null,
        );
      }),
    );

    test(
      'issue ascending tokens, also across a flush',
      using(create, async ({ store, peer, flush }) => {
        const key = freshKey();
        let last: FencingToken = 0;
        for (let n = 0; n < 20; n++) {
          if (n % 5 === 4) await flush();
          const client = n % 2 === 0 ? store : peer;
          const token = await must(client.locks.acquire(key, 60_000));
          assert.ok(token > last, `${token} after ${last}`);
          assert.ok(Number.isSafeInteger(token));
          last = token;
          await client.locks.release(key, token);
        }
      }),
    );

    test(
      'do not collide with the value of the same key',
      using(create, async ({ store }) => {
        const key = freshKey();
        await store.set(key, bytes('value'), 60_000);
        const token = await must(store.locks.acquire(key, 60_000));
        await store.take(key, { limit: 1, windowMs: 60_000 });
        await store.sorted.add(key, [{ member: 'm', score: 1 }], 60_000);
        await store.presence.touch(key, 'p', 60_000);
        await store.delete([key]);
        assert.equal(await store.locks.release(key, token), true);
        assert.equal(await store.sorted.count(key), 1);
        assert.deepEqual(await store.presence.list(key, 9), ['p']);
      }),
    );

    test(
      'refuse an invalid lifetime',
      using(create, async ({ store }) => {
        await assert.rejects(store.locks.acquire(freshKey(), 0), CacheUsageError);
      }),
    );
  });
}

async function held(acquire: () => Promise<FencingToken | null>): Promise<FencingToken> {
  for (;;) {
    const token = await acquire();
    if (token !== null) return token;
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function must(acquired: Promise<FencingToken | null>): Promise<FencingToken> {
  const token = await acquired;
  assert.ok(token !== null, 'the lock is free');
  return token;
}
