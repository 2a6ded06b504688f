import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CacheUsageError } from '../port.ts';
import { assertEnds, type CreateHarness, clients, freshKey, using } from './harness.ts';

export function describePresence(create: CreateHarness): void {
  describe('presence', () => {
    test(
      'counts each member once, however often it is touched',
      using(create, async harness => {
        const key = freshKey();
        const touched = clients(harness, 60).map((client, n) =>
          client.presence.touch(key, `reader ${n % 20}`, 60_000),
        );
        await Promise.all(touched);
        assert.equal(await harness.peer.presence.count(key), 20);
        assert.equal((await harness.store.presence.list(key, 100)).length, 20);
        assert.equal((await harness.store.presence.list(key, 3)).length, 3);
      }),
    );

    test(
      'lists the members with the latest expiry first',
      using(create, async ({ store: { presence } }) => {
        const key = freshKey();
        await presence.touch(key, 'b', 20_000);
        await presence.touch(key, 'a', 30_000);
        await presence.touch(key, 'c', 10_000);
        assert.deepEqual(await presence.list(key, 2), ['a', 'b']);
      }),
    );

    test(
      'drops an expired member and keeps the others',
      using(create, async harness => {
        const { presence } = harness.store;
        const key = freshKey();
        await presence.touch(key, 'stays', 60_000);
        await assertEnds(
          harness,
          60,
          () => presence.touch(key, 'goes', 60),
          async () => (await presence.count(key)) === 2,
        );
        assert.deepEqual(await presence.list(key, 9), ['stays']);
      }),
    );

    test(
      'drops a member that leaves',
      using(create, async ({ store: { presence } }) => {
        const key = freshKey();
        await presence.touch(key, 'a', 60_000);
        await presence.leave(key, 'b');
        await presence.leave(key, 'a');
        assert.equal(await presence.count(key), 0);
        assert.deepEqual(await presence.list(freshKey(), 9), []);
        await assert.rejects(presence.touch(key, '\udc00', 60_000), CacheUsageError);
      }),
    );
  });
}
