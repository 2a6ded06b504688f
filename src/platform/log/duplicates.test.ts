import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testStream } from '../../../test/harness/stream.ts';
import { int4, int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { testLogs } from './log.testing.ts';

const { database, open } = await testLogs();
await database.execute(sql`create table effects (n int)`);

test('fault 8: events delivered one to three times take effect once', async () => {
  const log = open({ retryDelay: { firstMs: 1, maxMs: 5 } });
  await log.declare({ name: 'again', partitions: 3, retentionDays: 1 });
  const deliveries = new Map<number, number>();
  const consumer = await log.consume(
    { group: 'again', stream: testStream('again'), batch: 4 },
    async (tx, events) => {
      for (const { data } of events) {
        const n = Number(data.value);
        deliveries.set(n, (deliveries.get(n) ?? 0) + 1);
        await tx.execute(sql`insert into effects values (${n})`);
      }
      // Fails after its effects until each event was delivered one to three times, by its number.
      if (events.some(({ data: { value } }) => (deliveries.get(Number(value)) ?? 0) <= Number(value) % 3))
        throw new Error('not yet');
    },
  );
  const events = Array.from({ length: 120 }, (_, n) => ({ key: `key ${n % 7}`, value: n }));
  await database.transaction(async tx => log.append(tx, testStream('again'), events));
  await consumer.drained();
  const effects = await database.many(
    row({ n: int4, count: int8 }),
    sql`select n, count(*) from effects group by n order by n`,
  );
  assert.deepEqual(
    effects,
    events.map(({ value }) => ({ n: value, count: 1 })),
  );
  assert.ok([...deliveries.values()].filter(times => times > 1).length > 60);
  assert.deepEqual(await log.deadLetters(), []);
  await log.close();
});

test('fault 19: a long open transaction delays no group', async () => {
  const log = open();
  await log.declare({ name: 'pinned', partitions: 2, retentionDays: 1 });
  await database.transaction(
    async tx => {
      await tx.execute(sql`insert into effects values (-1)`);
      const handled: unknown[] = [];
      const consumer = await log.consume(
        { group: 'pinned', stream: testStream('pinned') },
        async (inner, events) => {
          inner.afterCommit(() => handled.push(...events));
        },
      );
      for (let n = 0; n < 50; n++)
        await database.transaction(async other =>
          log.append(other, testStream('pinned'), [{ key: `${n}`, value: n }]),
        );
      await consumer.drained();
      assert.equal(handled.length, 50);
    },
    { isolation: 'repeatable read' },
  );
  await log.close();
});
