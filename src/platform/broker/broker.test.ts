import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import type { Database } from '../database/port.ts';
import { row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, letTimePass, testBroker } from './broker.testing.ts';

const { database } = await testDatabase({ maxConnections: 30 });
const broker = testBroker(database);
const other = testBroker(database);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ body: n }));
const isExpired = { code: 'receipt-expired' };
/** A busy machine must manage to settle a delivery within it, and one test waits it out. */
const LEASE_MS = 3_000;

test('MQ-1, MQ-2: each message is delivered once, in publication order, with any JSON body', async () => {
  const queue = freshQueue();
  const bodies = [null, true, 1.5, 'line\nfeed', '\u0000', { a: [{}] }, 'Zeitung', '\ud800', ''];
  const published = await broker.publishMany(
    queue,
    bodies.map(body => ({ body })),
  );
  assert.ok(published.every(({ isNew }) => isNew));
  const first = await broker.receive(queue, { max: 4 });
  const rest = await other.receive(queue, { max: 100 });
  assert.deepEqual(
    [...first, ...rest].map(({ body }) => body),
    bodies,
  );
  assert.deepEqual(
    [...first, ...rest].map(({ id }) => id),
    published.map(({ id }) => id),
  );
  assert.deepEqual(await broker.receive(queue, { max: 1 }), []);
});

test('MQ-3: each delivery has a new receipt, and old receipts are refused', async () => {
  const queue = freshQueue();
  await broker.publish(queue, { body: 'x' });
  const [first] = await broker.receive(queue, { max: 1, visibilityMs: 1_000 });
  assert.ok(first);
  await letTimePass(database, 2_000);
  await assert.rejects(broker.extend(first.receipt, 1_000), isExpired);
  const [second] = await other.receive(queue, { max: 1 });
  assert.ok(second);
  assert.equal(second.id, first.id);
  assert.equal(second.receives, 2);
  assert.notEqual(second.receipt, first.receipt);
  assert.deepEqual(await broker.delete([first.receipt]), [false]);
  await assert.rejects(broker.release(first.receipt), isExpired);
  await assert.rejects(broker.deadLetter(first.receipt, 'no'), isExpired);
  await assert.rejects(
    database.transaction(tx => broker.deleteIn(tx, [first.receipt])),
    isExpired,
  );
  assert.deepEqual(await broker.delete([second.receipt]), [true]);
  assert.deepEqual(await broker.delete([second.receipt]), [false]);
});

test('a receipt cannot be forged from another one of the same delivery', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(2));
  const [a, b] = await broker.receive(queue, { max: 2 });
  assert.ok(a && b);
  const forged = b.receipt.replace(/[\w-]+$/, a.receipt.split('.')[2] ?? '');
  const receipts = [forged, '', 'x', '1.1', `${'9'.repeat(19)}.1.${'a'.repeat(16)}`, `${a.receipt} `];
  assert.deepEqual(
    await broker.delete(receipts),
    receipts.map(() => false),
  );
  assert.deepEqual(await broker.delete([b.receipt, a.receipt, a.receipt]), [true, true, true]);
});

test('messages of one delivery are extended, released, deleted and dead-lettered independently', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(5));
  const [a, b, c, d, e] = await broker.receive(queue, { max: 5, visibilityMs: 60_000 });
  assert.ok(a && b && c && d && e);
  await broker.extend(c.receipt, 180_000);
  await broker.release(b.receipt, { error: 'again' });
  assert.deepEqual(await broker.delete([d.receipt]), [true]);
  await broker.deadLetter(e.receipt, 'hopeless');
  assert.deepEqual(
    (await broker.receive(queue, { max: 5 })).map(({ body, receives }) => [body, receives]),
    [[1, 2]],
  );
  await letTimePass(database, 90_000);
  assert.deepEqual(await broker.delete([c.receipt, a.receipt]), [true, false]);
  const [dead] = await broker.peek(`${queue}.dead`);
  assert.deepEqual([dead?.body, dead?.lastError, dead?.receives], [4, 'hopeless', 1]);
});

test('MQ-4: after its last delivery a message is dead-lettered with its last error, and can be redriven', async () => {
  const queue = freshQueue();
  await broker.declare(queue, { maxReceives: 3, visibilityMs: 60_000 });
  await broker.publish(queue, { body: 'poison', group: 'g' });
  const [one] = await broker.receive(queue, { max: 1 });
  assert.ok(one);
  await broker.release(one.receipt, { error: 'first error' });
  for (const receives of [2, 3]) {
    const [delivery] = await broker.receive(queue, { max: 1 });
    assert.equal(delivery?.receives, receives);
    await letTimePass(database, 61_000);
  }
  assert.deepEqual(await broker.receive(queue, { max: 1 }), []);
  const [dead] = await broker.peek(`${queue}.dead`);
  assert.deepEqual(
    [dead?.body, dead?.receives, dead?.lastError, dead?.group],
    ['poison', 3, 'first error', 'g'],
  );
  assert.equal(await broker.redrive(`${queue}.dead`), 1);
  const [again] = await broker.receive(queue, { max: 1 });
  assert.deepEqual([again?.body, again?.receives, again?.group], ['poison', 1, 'g']);
});

test('redrive moves only the named messages', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, numbers(4));
  for (const { receipt } of await broker.receive(queue, { max: 4 }))
    await broker.deadLetter(receipt, 'aside');
  const dead = await broker.peek(`${queue}.dead`);
  assert.deepEqual(
    dead.map(({ body }) => body),
    [0, 1, 2, 3],
  );
  const ids = [dead[2]?.id ?? '', '999', 'nonsense'];
  assert.equal(await broker.redrive(`${queue}.dead`, { ids }), 1);
  assert.deepEqual(
    (await broker.peek(`${queue}.dead`)).map(({ body }) => body),
    [0, 1, 3],
  );
  assert.equal(await broker.redrive(`${queue}.dead`, { limit: 2 }), 2);
  assert.deepEqual(
    (await broker.receive(queue, { max: 9 })).map(({ body }) => body),
    [2, 0, 1],
  );
});

test('delayed messages are delivered when they are due by the database clock, not before', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, [
    { body: 'later', delayMs: 7_200_000 },
    { body: 'now' },
    { body: 'soon', delayMs: 3_600_000 },
  ]);
  const receiveAll = async (waitMs = 0) => {
    const deliveries = await broker.receive(queue, { max: 9, waitMs });
    await broker.delete(deliveries.map(({ receipt }) => receipt));
    return deliveries.map(({ body }) => body);
  };
  assert.deepEqual(await receiveAll(), ['now']);
  await letTimePass(database, 3_600_000 - 200);
  assert.deepEqual(await receiveAll(600_000), ['soon'], 'a waiting consumer gets it');
  await letTimePass(database, 3_000_000);
  assert.deepEqual(await receiveAll(), []);
  await letTimePass(database, 600_200);
  assert.deepEqual(await receiveAll(), ['later']);
});

test('MQ-2: one message of a group is in flight at a time, in order, without delaying other messages', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, [
    { body: 'a1', group: 'a' },
    { body: 'a2', group: 'a' },
    { body: 'b1', group: 'b' },
    { body: 'plain' },
    { body: 'a3', group: 'a' },
  ]);
  const first = await broker.receive(queue, { max: 9 });
  assert.deepEqual(
    first.map(({ body }) => body),
    ['a1', 'b1', 'plain'],
  );
  assert.ok(first[0]);
  await broker.release(first[0].receipt, { delayMs: 20_000 });
  assert.deepEqual(await broker.receive(queue, { max: 9 }), []);
  await letTimePass(database, 20_000);
  const again = await broker.receive(queue, { max: 1 });
  assert.deepEqual(
    again.map(({ body }) => body),
    ['a1'],
  );
  await database.transaction(tx =>
    broker.deleteIn(
      tx,
      again.map(({ receipt }) => receipt),
    ),
  );
  const [second] = await broker.receive(queue, { max: 1 });
  assert.equal(second?.body, 'a2');
  await broker.deadLetter(second?.receipt ?? '', 'skip');
  assert.deepEqual(
    (await broker.receive(queue, { max: 1 })).map(({ body }) => body),
    ['a3'],
  );
});

test('sixteen publishers with one dedup key store one message and all get its id', async () => {
  const queue = freshQueue();
  const brokers = [broker, other, ...Array.from({ length: 6 }, () => testBroker(database))];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      (brokers[n % 8] ?? broker).publish(queue, { body: n, dedupKey: 'once' }),
    ),
  );
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  assert.equal(answers.filter(({ isNew }) => isNew).length, 1);
  assert.equal((await broker.receive(queue, { max: 99 })).length, 1);
  await letTimePass(database, 25 * 60 * 60 * 1000);
  assert.equal((await broker.publish(queue, { body: 0, dedupKey: 'once' })).isNew, true);
});

test('publishIn publishes when the transaction commits, and not when it rolls back', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  await database.transaction(async tx => {
    await broker.publishIn(tx, queue, numbers(2));
    assert.deepEqual(await broker.receive(queue, { max: 9 }), []);
  });
  assert.equal((await broker.receive(queue, { max: 9 })).length, 2);
  const failing = database.transaction(async tx => {
    await broker.publishIn(tx, queue, numbers(2));
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  assert.deepEqual(await broker.receive(queue, { max: 9 }), []);
});

test('a stale effect is rolled back: deleteIn rejects after the visibility timeout', async () => {
  const queue = freshQueue();
  await database.execute(sql`create table effects (what text)`);
  await broker.publish(queue, { body: 1 });
  const [delivery] = await broker.receive(queue, { max: 1 });
  assert.ok(delivery);
  const stale = database.transaction(async tx => {
    await tx.execute(sql`insert into effects values ('stale')`);
    await letTimePass(database, 31_000);
    await broker.deleteIn(tx, [delivery.receipt]);
  });
  await assert.rejects(stale, isExpired);
  assert.deepEqual(await database.many(row({ what: text }), sql`select what from effects`), []);
});

test('a message being deleted is not redelivered when its lease expires before the commit', async () => {
  const queue = freshQueue();
  await broker.publish(queue, { body: 1 });
  const [delivery] = await broker.receive(queue, { max: 1, visibilityMs: LEASE_MS });
  assert.ok(delivery);
  await database.transaction(async tx => {
    await broker.deleteIn(tx, [delivery.receipt]);
    await tx.execute(sql`select pg_sleep(${LEASE_MS / 1_000} + 0.1)`);
    assert.deepEqual(await other.receive(queue, { max: 1 }), []);
  });
  assert.deepEqual(await other.receive(queue, { max: 1 }), []);
});

test('MQ-5: a publication in another process wakes a waiting consumer', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  const waiting = broker.receive(queue, { max: 1, waitMs: 600_000 });
  await other.publish(queue, { body: 'wake' });
  assert.equal((await waiting)[0]?.body, 'wake');
});

test('waiting ends at the timeout, on the signal, and when the broker closes', async () => {
  const queue = freshQueue();
  await broker.declare(queue);
  assert.deepEqual(await broker.receive(queue, { max: 1, waitMs: 50 }), []);
  const stopping = new AbortController();
  const waiting = broker.receive(queue, { max: 1, waitMs: 60_000, signal: stopping.signal });
  stopping.abort();
  assert.deepEqual(await waiting, []);
  const third = testBroker(database);
  const waitingAtThird = third.receive(queue, { max: 1, waitMs: 60_000 });
  await third.close();
  assert.deepEqual(await waitingAtThird, []);
});

test('MQ-5: a consumer that waits at an empty queue claims once and then sleeps', async () => {
  const queue = freshQueue();
  let claims = 0;
  const counting = Object.assign(Object.create(database) as Database, {
    one: (...args: Parameters<Database['one']>) => {
      claims++;
      return database.one(...args);
    },
    listen: database.listen.bind(database),
    many: database.many.bind(database),
    execute: database.execute.bind(database),
    transaction: database.transaction.bind(database),
    maybe: database.maybe.bind(database),
  });
  const waiter = testBroker(counting);
  await waiter.declare(queue);
  claims = 0;
  assert.deepEqual(await waiter.receive(queue, { max: 1, waitMs: 700 }), []);
  // First claim, start of listening, timeout.
  assert.ok(claims <= 3, `${claims} claims`);
});

test('a paused queue delivers nothing until it is resumed', async () => {
  const queue = freshQueue();
  await broker.declare(queue, { paused: true });
  await broker.publish(queue, { body: 1 });
  assert.deepEqual(await broker.receive(queue, { max: 1 }), []);
  const waiting = broker.receive(queue, { max: 1, waitMs: 60_000 });
  await other.declare(queue, { paused: false });
  assert.equal((await waiting).length, 1);
});

test('MQ-1: publishing and working create a queue; receiving, peeking, redriving and purging do not', async () => {
  const queue = freshQueue();
  const notFound = { code: 'queue-not-found' };
  await assert.rejects(broker.receive(queue, { max: 1, waitMs: 5_000 }), notFound);
  await assert.rejects(broker.peek(queue), notFound);
  await assert.rejects(broker.purge(queue), notFound);
  await assert.rejects(broker.redrive(queue), notFound);
  const exists = async () => (await broker.queues()).some(({ name }) => name === queue);
  assert.equal(await exists(), false);
  const worker = broker.work(queue, { concurrency: 1 }, async () => undefined);
  await eventually(async () => assert.ok(await exists()));
  await worker.stop();
  // A queue that another process has just created is found at once.
  const late = freshQueue();
  await assert.rejects(broker.receive(late, { max: 1 }), notFound);
  await other.publish(late, { body: 'here' });
  assert.equal((await broker.receive(late, { max: 1 }))[0]?.body, 'here');
});

test('peek pages through messages in every pending state', async () => {
  const queue = freshQueue();
  const messages = Array.from({ length: 12 }, (_, n) => ({
    body: n,
    ...(n % 3 === 1 ? { group: 'g' } : {}),
    ...(n % 3 === 2 ? { delayMs: 3_600_000 } : {}),
  }));
  await broker.publishMany(queue, messages);
  for (const { receipt } of await broker.receive(queue, { max: 2 })) await broker.release(receipt);
  const seen: unknown[] = [];
  for (let after = '0'; ; ) {
    const page = await broker.peek(queue, { limit: 5, after });
    seen.push(...page.map(({ body }) => body));
    after = page.at(-1)?.id ?? '';
    if (after === '') break;
  }
  assert.deepEqual(
    seen,
    messages.map(({ body }) => body),
  );
  await assert.rejects(broker.peek(queue, { after: "1'" }), { code: 'validation-failed' });
});

test('changes to a queue in a transaction are rolled back with it', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, [{ body: 'waits' }, { body: 'dead' }]);
  const [, second] = await broker.receive(queue, { max: 2 });
  await broker.deadLetter(second?.receipt ?? '', 'no');
  const attempt = database.transaction(async tx => {
    await broker.declareIn(tx, queue, { paused: true, maxReceives: 77 });
    assert.equal(await broker.redriveIn(tx, `${queue}.dead`), 1);
    assert.equal(await broker.purgeIn(tx, queue), 1);
    await broker.declareIn(tx, `${queue}-new`);
    throw new Error('not after all');
  });
  await assert.rejects(attempt, /not after all/);
  const states = (await broker.queues()).filter(({ name }) => name.startsWith(queue));
  assert.deepEqual(
    states.map(({ name, settings, pending, inFlight }) => [name, settings.maxReceives, pending, inFlight]),
    [
      [queue, 5, 0, 1],
      [`${queue}.dead`, 2_147_483_647, 1, 0],
    ],
  );
});

test('internal queues cannot be purged', async () => {
  await broker.publish('tasks', { body: 'a task that was picked' });
  for (const queue of ['tasks', 'tasks.dead'])
    await assert.rejects(broker.purge(queue), { code: 'forbidden' }, queue);
  assert.equal((await broker.peek('tasks')).length, 1);
});

test('purge removes messages that are not in flight and returns their number', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, [
    ...numbers(3),
    { body: 'd', delayMs: 10_000 },
    { body: 'g', group: 'g' },
    { body: 'h', group: 'g' },
  ]);
  const [held, released] = await broker.receive(queue, { max: 2 });
  assert.ok(held && released);
  await broker.release(released.receipt);
  assert.equal(await broker.purge(queue), 5);
  await letTimePass(database, 20_000);
  assert.deepEqual(await broker.receive(queue, { max: 9 }), []);
  assert.deepEqual(await broker.delete([held.receipt]), [true]);
  await broker.publish(queue, { body: 'new', group: 'g' });
  assert.deepEqual(
    (await broker.receive(queue, { max: 9 })).map(({ body }) => body),
    ['new'],
  );
});

test('MQ-7: the state of a queue counts pending, delayed, in-flight and stuck messages and gives the oldest pending time', async () => {
  const queue = freshQueue();
  await broker.publishMany(queue, [...numbers(6), { body: 'd', delayMs: 60_000 }]);
  const state = async () => (await broker.queues()).find(({ name }) => name === queue);
  assert.deepEqual([(await state())?.pending, (await state())?.delayed], [6, 1]);
  const deliveries = await broker.receive(queue, { max: 4 });
  await broker.release(deliveries[0]?.receipt ?? '');
  await broker.receive(queue, { max: 1 });
  const now = await state();
  assert.deepEqual(
    [now?.pending, now?.delayed, now?.inFlight, now?.stuck, now?.publishedLastMinute],
    [2, 1, 4, 1, 7],
  );
  assert.ok(now?.oldestPendingAt);
});

test('invalid input is refused before it reaches the database', async () => {
  const invalid = { code: 'validation-failed' };
  await assert.rejects(broker.publish('no spaces', { body: 1 }), invalid);
  await assert.rejects(broker.publish('q', { body: undefined }), invalid);
  await assert.rejects(broker.publish('q', { body: 1, delayMs: -1 }), invalid);
  await assert.rejects(broker.publish('q', { body: 1, dueAt: new Date(Number.NaN) }), invalid);
  await assert.rejects(broker.publish('q', { body: 1, group: '' }), invalid);
  await assert.rejects(broker.publish('q', { body: 1, dedupKey: 'k'.repeat(256) }), invalid);
  await assert.rejects(broker.receive('q', { max: 0 }), invalid);
  await assert.rejects(broker.receive('q', { max: 1, visibilityMs: 0 }), invalid);
  await assert.rejects(broker.declare('q', { maxReceives: 0 }), invalid);
});
