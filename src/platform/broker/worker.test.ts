import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ManualClock } from '../../lib/clock.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, letTimePass, testBroker } from './broker.testing.ts';

const { database } = await testDatabase({ maxConnections: 20 });
const broker = testBroker(database);
await database.execute(sql`create table effects (queue text, n bigint)`);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ body: n }));

test('handlers run concurrently, and each message takes effect once', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(200));
  let [running, maxRunning] = [0, 0];
  const workers = [broker, testBroker(database)].map(each =>
    each.work(queue, { concurrency: 5 }, async (tx, [delivery]) => {
      maxRunning = Math.max(maxRunning, ++running);
      await tx.execute(sql`insert into effects values (${queue}, ${Number(delivery?.body)})`);
      running--;
    }),
  );
  await eventually(async () => assert.equal(await effects(queue), 200));
  await Promise.all(workers.map(worker => worker.stop()));
  assert.equal(await distinctEffects(queue), 200);
  assert.ok(maxRunning > 1 && maxRunning <= 10);
  assert.equal((await stateOf(queue))?.inFlight, 0);
});

test('messages of handlers that never use the transaction are deleted', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(300));
  const seen: unknown[] = [];
  const worker = broker.work(queue, { concurrency: 3, batch: 20 }, async (_tx, deliveries) => {
    seen.push(...deliveries.map(({ body }) => body));
  });
  await eventually(async () => {
    const state = await stateOf(queue);
    assert.deepEqual([seen.length, state?.pending, state?.inFlight], [300, 0, 0]);
  });
  await worker.stop();
  assert.equal(new Set(seen).size, 300);
});

test('a prefetching worker handles messages one by one, each once, with or without a transaction', async () => {
  for (const usesTransaction of [false, true]) {
    const queue = freshQueue();
    await broker.publishMany(queue, numbers(500));
    // Without a transaction the handler returns at once, so the worker waits for deletions only.
    const seen: unknown[] = [];
    let [running, maxRunning] = [0, 0];
    const workers = [broker, testBroker(database)].map(each =>
      each.work(queue, { concurrency: 5, prefetch: 60 }, async (tx, deliveries) => {
        assert.equal(deliveries.length, 1);
        maxRunning = Math.max(maxRunning, ++running);
        seen.push(deliveries[0]?.body);
        if (usesTransaction) await tx.execute(sql`insert into effects values (${queue}, 1)`);
        running--;
      }),
    );
    await eventually(async () => {
      const state = await stateOf(queue);
      assert.deepEqual([seen.length, state?.pending, state?.inFlight], [500, 0, 0]);
    });
    await Promise.all(workers.map(worker => worker.stop()));
    assert.equal(new Set(seen).size, 500);
    assert.equal(await effects(queue), usesTransaction ? 500 : 0);
    if (usesTransaction) assert.ok(maxRunning > 1 && maxRunning <= 10, `${maxRunning}`);
  }
});

test('a prefetching worker extends the lease of waiting messages, releases only failed ones, and returns the rest at its stop', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(10));
  const finish = Promise.withResolvers<void>();
  const calls: unknown[] = [];
  const clock = new ManualClock();
  const worker = testBroker(database, clock).work(
    queue,
    { concurrency: 1, prefetch: 10, visibilityMs: LEASE_MS },
    async (_tx, [delivery]) => {
      calls.push(delivery?.body);
      if (delivery?.body === 0) throw new Error('poison');
      // The failed message must not be due again before the end of the test.
      if (delivery?.body === 1) await postponeReturns(queue);
      if (delivery?.body === 2) await finish.promise;
    },
  );
  await eventually(async () => {
    const state = await stateOf(queue);
    assert.deepEqual([calls.length, state?.delayed, state?.inFlight], [3, 1, 8]);
  });
  await outliveLease(queue, clock);
  assert.deepEqual(await testBroker(database).receive(queue, { max: 1 }), []);
  const stopped = worker.stop();
  finish.resolve();
  await stopped;
  const left = await broker.receive(queue, { max: 20 });
  assert.deepEqual(
    left.map(({ body }) => body),
    [3, 4, 5, 6, 7, 8, 9],
  );
  assert.deepEqual(calls, [0, 1, 2]);
});

test('when a handler throws, its effects are rolled back and its messages are redelivered separately, with a delay', async () => {
  const queue = freshQueue();
  const calls: unknown[][] = [];
  await broker.publishMany(queue, numbers(3));
  const worker = broker.work(queue, { concurrency: 1, batch: 3 }, async (tx, deliveries) => {
    calls.push(deliveries.map(({ body }) => body));
    await tx.execute(sql`insert into effects select ${queue}, 1`);
    if (deliveries.some(({ body }) => body === 1)) throw new Error('poison');
  });
  await eventually(async () => assert.equal((await stateOf(queue))?.delayed, 3));
  assert.equal(await effects(queue), 0);
  const [returned] = await broker.peek(queue);
  assert.equal(returned?.lastError, 'Error: poison');
  for (let receives = 2; receives <= 5; receives++) {
    await letTimePass(database, 120_000, queue);
    await eventually(() => assert.equal(calls.flat().filter(body => body === 1).length, receives));
    if (receives < 5) await eventually(async () => assert.equal((await stateOf(queue))?.delayed, 1));
  }
  await eventually(async () => assert.equal((await broker.peek(`${queue}.dead`)).length, 1));
  await worker.stop();
  assert.equal(await effects(queue), 2);
  assert.ok(calls.slice(1).every(call => call.length === 1));
});

test('visibility is extended while the handler runs', async () => {
  const queue = freshQueue();
  await broker.publish(queue, { body: 1 });
  const finish = Promise.withResolvers<void>();
  let calls = 0;
  const clock = new ManualClock();
  const worker = testBroker(database, clock).work(
    queue,
    { concurrency: 1, visibilityMs: LEASE_MS },
    async tx => {
      calls++;
      await finish.promise;
      await tx.execute(sql`insert into effects values (${queue}, 1)`);
    },
  );
  await eventually(() => assert.equal(calls, 1));
  await outliveLease(queue, clock);
  assert.deepEqual(await broker.receive(queue, { max: 1 }), []);
  finish.resolve();
  await eventually(async () => assert.equal(await effects(queue), 1));
  await worker.stop();
  assert.equal(calls, 1);
});

test('a handler that blocks the event loop past its lease loses the message and takes no effect', async () => {
  const queue = freshQueue();
  await broker.publish(queue, { body: 1 });
  let calls = 0;
  const worker = broker.work(queue, { concurrency: 1, visibilityMs: 200 }, async tx => {
    calls++;
    await tx.execute(sql`insert into effects values (${queue}, ${calls})`);
    if (calls === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  });
  await eventually(async () => {
    const state = await stateOf(queue);
    assert.deepEqual([await effects(queue), state?.pending, state?.inFlight], [1, 0, 0]);
  });
  await worker.stop();
  // On a busy machine a later call may lose its short lease too.
  assert.ok(calls >= 2, `${calls} calls`);
  const { n } = await database.one(Count, sql`select n from effects where queue = ${queue}`);
  assert.equal(n, calls, 'the effect is that of the last call');
});

test('stop lets running handlers finish and returns the messages of handlers that are too slow', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(2));
  const never = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  let started = 0;
  const worker = broker.work(queue, { concurrency: 2 }, async (tx, [delivery]) => {
    started++;
    await (delivery?.body === 0 ? quick.promise : never.promise);
    await tx.execute(sql`insert into effects values (${queue}, ${Number(delivery?.body)})`);
  });
  await eventually(() => assert.equal(started, 2));
  const stopped = worker.stop(300);
  quick.resolve();
  await stopped;
  const [back] = await broker.receive(queue, { max: 9 });
  assert.equal(back?.body, 1);
  never.resolve();
  await eventually(async () => assert.equal(await effects(queue), 1));
  assert.deepEqual(await broker.delete([back?.receipt ?? '']), [true]);
});

/** Time passes in small steps until the first lease is long over; the worker has to extend it at each step. */
async function outliveLease(queue: string, clock: ManualClock): Promise<void> {
  const ofQueue = sql`queue_id = (select id from queues where name = ${queue})`;
  for (let third = 0; third < 6; third++) {
    const ms = LEASE_MS / 3;
    await database.execute(sql`
      update queue_leases set visible_until = visible_until - ${ms}::float8 * interval '1 ms' where ${ofQueue}
    `);
    await clock.advance(ms);
    await eventually(async () => {
      const { n } = await database.one(
        Count,
        sql`
          select count(*) as n from queue_leases
          where ${ofQueue} and visible_until > clock_timestamp() + ${LEASE_MS * 0.8}::float8 * interval '1 ms'
        `,
      );
      assert.equal(n, 1, 'the lease is extended');
    });
  }
}

async function postponeReturns(queue: string): Promise<void> {
  const postponed = await database.execute(sql`
    update queue_returns set due_at = due_at + interval '1 day'
    where queue_id = (select id from queues where name = ${queue}) and due_at > '-infinity'
  `);
  assert.equal(postponed, 1);
}

async function effects(queue: string): Promise<number> {
  return (await database.one(Count, sql`select count(*) as n from effects where queue = ${queue}`)).n;
}

async function distinctEffects(queue: string): Promise<number> {
  return (await database.one(Count, sql`select count(distinct n) as n from effects where queue = ${queue}`))
    .n;
}

async function stateOf(queue: string) {
  return (await broker.queues()).find(({ name }) => name === queue);
}

const Count = row({ n: int8 });
/** So long that no machine loses it by being slow. */
const LEASE_MS = 600_000;
