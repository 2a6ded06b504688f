import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import type { Transaction } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, testBroker } from './broker.testing.ts';
import type { Broker } from './port.ts';

/** Ids are drawn in one order and become visible in another. Nothing may be passed over for good, or held up. */
const { database } = await testDatabase({ maxConnections: 40 });
const broker = testBroker(database);

test('a message whose transaction commits late is delivered after those that overtook it', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'late 1' }, { body: 'late 2' }]);
  await broker.publish(queue, { body: 'quick' });
  assert.deepEqual(await bodies(broker, queue), ['quick']);
  assert.deepEqual(await bodies(broker, queue), []);
  await slow.commit();
  assert.deepEqual(await allWithin(broker, queue, 2), ['late 1', 'late 2']);
  await forgotten(queue);
});

test('a late one at the very end, which nothing has overtaken, is found too', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'late' }]);
  assert.deepEqual(await bodies(broker, queue), []);
  await slow.commit();
  assert.deepEqual(await bodies(broker, queue), ['late']);
});

test('ids that were rolled back are forgotten once nobody can fill them', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'never' }]);
  await broker.publish(queue, { body: 'quick' });
  assert.deepEqual(await bodies(broker, queue), ['quick']);
  await slow.rollBack();
  await forgotten(queue);
});

test('a transaction that has drawn ids and written nothing else yet still counts as one that may fill them', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  const slow = await openTransaction();
  // As between the two halves of queue_publish: the transaction's id and the message's id are there, the row is not.
  const [drawn] = await slow.tx.many(
    row({ id: int8 }),
    sql`
      select nextval('queue_ids_' || q.id) as id
      from queues q, (select pg_current_xact_id() offset 0) as first
      where name = ${queue}
    `,
  );
  await broker.publish(queue, { body: 'quick' });
  assert.deepEqual(await bodies(broker, queue), ['quick']);
  for (let look = 0; look < 20; look++) assert.deepEqual(await bodies(broker, queue), []);
  await slow.tx.execute(sql`
    insert into queue_messages (slot, queue_id, id, published_at, body)
    select queue_slot(now()), q.id, ${drawn?.id ?? 0}, now(), '"late"' from queues q where name = ${queue}
  `);
  await slow.commit();
  assert.deepEqual(await allWithin(broker, queue, 1), ['late']);
});

test('a long writing transaction elsewhere keeps holes and holds nothing up', async () => {
  const queue = freshQueue();
  const long = await openTransaction();
  await long.tx.execute(sql`select pg_current_xact_id()`);
  for (let round = 0; round < 10; round++) {
    const failing = database.transaction(async tx => {
      await broker.publishIn(tx, queue, [{ body: 'never' }]);
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    await broker.publish(queue, { body: round });
    assert.deepEqual(await bodies(broker, queue), [round]);
  }
  assert.ok((await holes(queue)) > 0);
  await long.commit();
  await forgotten(queue);
});

test('of overlapping slow publishers and rollbacks every committed message is delivered exactly once', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  const brokers = [broker, testBroker(database), testBroker(database)];
  const committed: string[] = [];
  let publishing = true;
  const publishers = Array.from({ length: 12 }, async (_, publisher) => {
    for (let round = 0; round < 15; round++) {
      const own = Array.from(
        { length: 1 + ((publisher + round) % 4) },
        (_, n) => `${publisher}/${round}/${n}`,
      );
      const outcome = database.transaction(async tx => {
        for (const body of own) {
          await brokers[publisher % 3]?.publishIn(tx, queue, [{ body }]);
          await tx.execute(sql`select pg_sleep(${((publisher * 7 + round * 3) % 5) / 1000})`);
        }
        if ((publisher + round) % 3 === 0) throw new Error('rolled back');
      });
      await outcome.then(
        () => committed.push(...own),
        () => undefined,
      );
    }
  });
  const received: unknown[] = [];
  const consumers = brokers.map(async consumer => {
    while (publishing || received.length < committed.length) {
      const deliveries = await consumer.receive(queue, { max: 7, waitMs: 20 });
      received.push(...deliveries.map(({ body }) => body));
      await consumer.delete(deliveries.map(({ receipt }) => receipt));
    }
  });
  await Promise.all(publishers);
  publishing = false;
  await Promise.all(consumers);
  assert.deepEqual(received.toSorted(), committed.toSorted());
  await forgotten(queue);
  assert.deepEqual(await bodies(broker, queue), []);
});

async function bodies(consumer: Broker, queue: string): Promise<unknown[]> {
  return (await consumer.receive(queue, { max: 100 })).map(({ body }) => body);
}

async function allWithin(consumer: Broker, queue: string, count: number): Promise<unknown[]> {
  const found: unknown[] = [];
  await eventually(async () => {
    found.push(...(await bodies(consumer, queue)));
    assert.equal(found.length, count);
  });
  return found;
}

/** Transactions of other tests on this server may keep a hole for a while. */
async function forgotten(queue: string): Promise<void> {
  await eventually(async () => {
    await broker.receive(queue, { max: 1 });
    assert.equal(await holes(queue), 0);
  });
}

async function holes(queue: string): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) as count from queue_holes h join queues q on q.id = h.queue_id where q.name = ${queue}`,
  );
  return count;
}

/** A transaction that stays open until the test ends it. */
async function openTransaction() {
  const begun = Promise.withResolvers<Transaction>();
  const end = Promise.withResolvers<void>();
  const done = database.transaction(async tx => {
    begun.resolve(tx);
    await end.promise;
  });
  const tx = await begun.promise;
  return {
    tx,
    commit: async () => {
      end.resolve();
      await done;
    },
    rollBack: async () => {
      end.reject(new Error('rolled back'));
      await assert.rejects(done, /rolled back/);
    },
  };
}
