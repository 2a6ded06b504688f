import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import type { Transaction } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, testBroker } from './broker.testing.ts';
import type { Broker } from './port.ts';

/** Ids are drawn in one order and become visible in another. No message may be skipped or delayed by that. */
const { database } = await testDatabase({ maxConnections: 40 });
const broker = testBroker(database);

test('a message whose transaction commits late is delivered after later ids', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'late 1' }, { body: 'late 2' }]);
  await broker.publish(queue, { body: 'quick' });
  assert.deepEqual(await bodies(broker, queue), ['quick']);
  assert.deepEqual(await bodies(broker, queue), []);
  await slow.commit();
  assert.deepEqual(await bodiesEventually(broker, queue, 2), ['late 1', 'late 2']);
  await holesForgotten(queue);
});

test('a late message with the highest id is found', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'late' }]);
  assert.deepEqual(await bodies(broker, queue), []);
  await slow.commit();
  assert.deepEqual(await bodies(broker, queue), ['late']);
});

test('holes of rolled-back ids are forgotten when no open transaction can fill them', async () => {
  const queue = freshQueue();
  const slow = await openTransaction();
  await broker.publishIn(slow.tx, queue, [{ body: 'never' }]);
  await broker.publish(queue, { body: 'quick' });
  assert.deepEqual(await bodies(broker, queue), ['quick']);
  await slow.rollBack();
  await holesForgotten(queue);
});

test('a transaction that drew ids but has not inserted its rows keeps its holes', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  const slow = await openTransaction();
  // The state in the middle of queue_publish: transaction id and message id exist, the row does not.
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
  for (let claim = 0; claim < 20; claim++) assert.deepEqual(await bodies(broker, queue), []);
  await slow.tx.execute(sql`
    insert into queue_messages (slot, queue_id, id, published_at, body)
    select queue_slot(now()), q.id, ${drawn?.id ?? 0}, now(), '"late"' from queues q where name = ${queue}
  `);
  await slow.commit();
  assert.deepEqual(await bodiesEventually(broker, queue, 1), ['late']);
});

test('a long writing transaction on other tables keeps holes but delays no message', async () => {
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
  assert.ok((await countHoles(queue)) > 0);
  await long.commit();
  await holesForgotten(queue);
});

test('with overlapping slow publishers and rollbacks, each committed message is delivered exactly once', async () => {
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
  await holesForgotten(queue);
  assert.deepEqual(await bodies(broker, queue), []);
});

async function bodies(consumer: Broker, queue: string): Promise<unknown[]> {
  return (await consumer.receive(queue, { max: 100 })).map(({ body }) => body);
}

async function bodiesEventually(consumer: Broker, queue: string, count: number): Promise<unknown[]> {
  const found: unknown[] = [];
  await eventually(async () => {
    found.push(...(await bodies(consumer, queue)));
    assert.equal(found.length, count);
  });
  return found;
}

/** Waits, because transactions of other tests on this server may keep a hole for a while. */
async function holesForgotten(queue: string): Promise<void> {
  await eventually(async () => {
    await broker.receive(queue, { max: 1 });
    assert.equal(await countHoles(queue), 0);
  });
}

async function countHoles(queue: string): Promise<number> {
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
