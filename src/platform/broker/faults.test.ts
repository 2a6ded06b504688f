import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { int4, int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, letTimePass, testBroker } from './broker.testing.ts';

const { database } = await testDatabase({ maxConnections: 20 });
const broker = testBroker(database);
await database.execute(sql`create table effects (queue text, n int)`);
const Count = row({ count: int8 });

test('fault 8: messages published and delivered one to three times take effect once each', async () => {
  const times = fc.integer({ min: 1, max: 3 });
  const plan = fc.array(fc.record({ published: times, delivered: times }), { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(plan, async messages => {
      const queue = freshQueue();
      for (const [n, { published }] of messages.entries())
        for (let copy = 0; copy < published; copy++)
          await broker.publish(queue, { body: n, dedupKey: `message ${n}` });
      for (let round = 1; round <= 3; round++) {
        const deliveries = await broker.receive(queue, { max: 100, visibilityMs: 10_000 });
        for (const { body, receipt } of deliveries) {
          const n = Number(body);
          const handle = async () => {
            await database.transaction(async tx => {
              await tx.execute(sql`insert into effects values (${queue}, ${n})`);
              await broker.deleteIn(tx, [receipt]);
            });
          };
          if (round < (messages[n]?.delivered ?? 1)) continue;
          await handle();
          // A consumer whose commit was not confirmed tries again.
          await assert.rejects(handle(), { code: 'receipt-expired' });
        }
        await letTimePass(database, 30_000, queue);
      }
      const effects = await database.many(
        row({ n: int4, count: int8 }),
        sql`select n, count(*) from effects where queue = ${queue} group by n order by n`,
      );
      assert.deepEqual(
        effects,
        messages.map((_, n) => ({ n, count: 1 })),
      );
      const state = (await broker.queues()).find(({ name }) => name === queue);
      assert.deepEqual([state?.pending, state?.delayed, state?.inFlight], [0, 0, 0]);
    }),
    { numRuns: 15 },
  );
});

test('fault 19: a long open transaction delays neither claims nor deletions', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  await database.transaction(
    async tx => {
      await tx.execute(sql`insert into effects values ('pins the horizon', 0)`);
      const worker = broker.work(queue, { concurrency: 4 }, async (inner, [delivery]) => {
        await inner.execute(sql`insert into effects values (${queue}, ${Number(delivery?.body)})`);
      });
      for (let n = 0; n < 200; n++) await broker.publish(queue, { body: n });
      await eventually(async () => {
        const { count } = await database.one(
          Count,
          sql`select count(distinct n) as count from effects where queue = ${queue}`,
        );
        assert.equal(count, 200);
      });
      await worker.stop();
    },
    { isolation: 'repeatable read' },
  );
  const state = (await broker.queues()).find(({ name }) => name === queue);
  assert.deepEqual([state?.pending, state?.inFlight], [0, 0]);
});

test('fault 9: messages whose consumer died twice are redelivered separately', async () => {
  const queue = freshQueue();
  await broker.publishMany(
    queue,
    Array.from({ length: 20 }, (_, n) => ({ body: n })),
  );
  const loseConsumer = async () => {
    const taken = await broker.receive(queue, { max: 20, visibilityMs: 300, waitMs: 60_000 });
    await eventually(async () => {
      await database.execute(sql`select queue_expire(id) from queues where name = ${queue}`);
      const state = (await broker.queues()).find(({ name }) => name === queue);
      assert.equal(state?.inFlight, 0);
    });
    return taken.length;
  };
  assert.equal(await loseConsumer(), 20);
  assert.equal(await loseConsumer(), 20);
  const dues = await broker.peek(queue, { limit: 20 });
  assert.equal(new Set(dues.map(({ dueAt }) => dueAt?.getTime())).size > 10, true);
});
