import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { freshQueue, letTimePass, testBroker } from './broker.testing.ts';
import { tidyQueues } from './maintenance.ts';

const { database } = await testDatabase();
const broker = testBroker(database);

test('MQ-6: messages deleted eight days ago are removed, undelivered ones are kept', async () => {
  const queue = freshQueue();
  const delayed = { body: 'delayed', delayMs: 1_000_000 };
  const grouped = [1, 2].map(n => ({ body: `grouped ${n}`, group: 'g' }));
  await broker.publishMany(queue, [
    { body: 'done' },
    { body: 'held' },
    delayed,
    ...grouped,
    { body: 'unread' },
  ]);
  const [done, held] = await broker.receive(queue, { max: 2 });
  await broker.delete([done?.receipt ?? '']);
  const [first] = await broker.receive(queue, { max: 1 });
  assert.equal(first?.body, 'grouped 1');
  await eightDaysLater();

  assert.equal((await tidyQueues(database)).carried, 5);
  assert.equal(await messagesOf('done'), 0);
  assert.equal(await messagesOf('held'), 1);
  assert.deepEqual(
    (await broker.receive(queue, { max: 9 })).map(({ body }) => body),
    ['unread'],
  );
  assert.deepEqual(await broker.delete([held?.receipt ?? '', first?.receipt ?? '']), [true, true]);
  assert.deepEqual(
    (await broker.receive(queue, { max: 9 })).map(({ body }) => body),
    ['grouped 2'],
  );
  await letTimePass(database, 1_000_000, queue);
  const rest = await broker.receive(queue, { max: 9 });
  assert.deepEqual(rest.map(({ body }) => body).toSorted(), ['delayed', 'grouped 2', 'unread']);
  assert.deepEqual(await tidyQueues(database), { carried: 0, forgottenKeys: 0 });
});

test('dedup keys are deleted after a day', async () => {
  const queue = freshQueue();
  await broker.publishMany(
    queue,
    Array.from({ length: 1_500 }, (_, n) => ({ body: n, dedupKey: `key ${n}` })),
  );
  assert.equal((await tidyQueues(database)).forgottenKeys, 0);
  await letTimePass(database, 25 * 60 * 60 * 1000, queue);
  assert.equal((await tidyQueues(database)).forgottenKeys, 1_500);
});

test('a queue without its sequence, as in a restored backup, continues after its last id', async () => {
  const queue = freshQueue();
  const published = await broker.publishMany(queue, [{ body: 1 }, { body: 2 }]);
  await database.transaction(async tx => {
    const { id } = await tx.one(row({ id: int8 }), sql`select id::bigint from queues where name = ${queue}`);
    await tx.script(`drop sequence queue_ids_${id}`);
  });
  const restarted = testBroker(database);
  const { id } = await restarted.publish(queue, { body: 3 });
  assert.equal(id, String(Number(published[1]?.id) + 1));
  assert.deepEqual(
    (await restarted.receive(queue, { max: 9 })).map(({ body }) => body),
    [1, 2, 3],
  );
});

/** Moves all rows to the day table that is emptied next. */
async function eightDaysLater(): Promise<void> {
  for (const table of ['queue_messages', 'queue_done'])
    await database.transaction(tx => tx.script(`update ${table} set slot = queue_oldest_slot()`));
}

async function messagesOf(body: string): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) as count from queue_messages where body = ${JSON.stringify(body)}`,
  );
  return count;
}
