import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CreateHarness, freshKey, until, using } from './harness.ts';

export function describeChannels(create: CreateHarness): void {
  describe('channels', () => {
    test(
      'deliver messages in order to every subscriber, and to no other channel',
      using(create, async ({ store, peer }) => {
        const [channel, other] = [freshKey(), freshKey()];
        const here: string[] = [];
        const there: string[] = [];
        const elsewhere: string[] = [];
        await store.channels.subscribe(channel, message => here.push(message));
        await peer.channels.subscribe(channel, message => there.push(message));
        await peer.channels.subscribe(other, message => elsewhere.push(message));
        const messages = Array.from({ length: 50 }, (_, n) => `message ${n} \u{1f600}`);
        for (const message of messages) await store.channels.publish(channel, message);
        await store.channels.publish(other, 'end');
        await until(async () => elsewhere.length === 1 && here.length === 50 && there.length === 50);
        assert.deepEqual(here, messages);
        assert.deepEqual(there, messages);
      }),
    );

    test(
      'deliver nothing to a closed subscription',
      using(create, async ({ store, peer }) => {
        const channel = freshKey();
        const closed: string[] = [];
        const open: string[] = [];
        const subscription = await peer.channels.subscribe(channel, message => closed.push(message));
        await peer.channels.subscribe(channel, message => open.push(message));
        await subscription.close();
        await subscription.close();
        await store.channels.publish(channel, 'late');
        await until(async () => open.length === 1);
        assert.deepEqual(closed, []);
      }),
    );

    test(
      'do not fail the publisher without subscribers or when a subscriber throws',
      using(create, async ({ store, peer }) => {
        const channel = freshKey();
        await store.channels.publish(channel, 'without subscribers');
        const got: string[] = [];
        await peer.channels.subscribe(channel, () => {
          throw new Error('a subscriber that fails');
        });
        await peer.channels.subscribe(channel, message => got.push(message));
        await store.channels.publish(channel, 'one');
        await store.channels.publish(channel, 'two');
        await until(async () => got.length === 2);
        assert.deepEqual(got, ['one', 'two']);
      }),
    );
  });
}
