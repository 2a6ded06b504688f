import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { testStream } from '../../../test/harness/stream.ts';
import { seededRandom } from '../../lib/random.ts';
import type { Transaction } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { testLogs } from './log.testing.ts';

const { database, open } = await testLogs({ maxConnections: 30 });
const log = open();
await log.declare({ name: 'late', partitions: 3, retentionDays: 1 });
await database.execute(sql`create table naive (id bigint generated always as identity, n bigint)`);

/** Reads with "id > last". It must lose events, which proves that the tests produce late commits. */
class NaiveReader {
  readonly seen: number[] = [];
  #last = 0;

  async read(): Promise<void> {
    const rows = await database.many(
      row({ id: int8, n: int8 }),
      sql`select id, n from naive where id > ${this.#last} order by id`,
    );
    this.#last = rows.at(-1)?.id ?? this.#last;
    this.seen.push(...rows.map(({ n }) => n));
  }
}

/** Writes `n` to both in a transaction that stays open until `commit`. */
function begin(n: number, key = 'k'): { written: Promise<void>; commit: () => Promise<void> } {
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done = database.transaction(async (tx: Transaction) => {
    log.append(tx, testStream('late'), [{ key, value: n }]);
    await tx.execute(sql`insert into naive (n) values (${n})`);
    written.resolve();
    await gate.promise;
  });
  return {
    written: written.promise,
    commit: () => {
      gate.resolve();
      return done;
    },
  };
}

test('LOG-3: an event of a transaction that commits late is handled; "id > last" loses it', async () => {
  const handled: unknown[] = [];
  const consumer = await log.consume({ group: 'two', stream: testStream('late') }, async (tx, events) => {
    tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
  });
  const naive = new NaiveReader();
  const slow = begin(1);
  await slow.written;
  const quick = begin(2);
  await quick.written;
  await quick.commit();
  await consumer.drained();
  await naive.read();
  assert.deepEqual([handled, naive.seen], [[2], [2]]);
  await slow.commit();
  await consumer.drained();
  await naive.read();
  assert.deepEqual(handled, [2, 1]);
  assert.deepEqual(naive.seen, [2], 'the naive reader has lost the first event for good');
  await consumer.stop();
});

test('LOG-3: with hundreds of overlapping transactions no event is lost; "id > last" loses some', async () => {
  const random = seededRandom(20_260_115);
  const handled = new Map<number, number>();
  const consumer = await log.consume(
    { group: 'many', stream: testStream('late'), from: 'end' },
    async (tx, events) => {
      tx.afterCommit(() => {
        for (const { data } of events)
          handled.set(Number(data.value), (handled.get(Number(data.value)) ?? 0) + 1);
      });
    },
  );
  const naive = new NaiveReader();
  await naive.read();
  const before = naive.seen.length;
  const underWay: { commit: () => Promise<void> }[] = [];
  for (let n = 1_000; n < 1_400; n++) {
    const transaction = begin(n, `key ${n % 7}`);
    await transaction.written;
    underWay.push(transaction);
    while (underWay.length > 0 && (underWay.length > 12 || random.fraction() < 0.5)) {
      const [next] = underWay.splice(Math.floor(random.fraction() * underWay.length), 1);
      await next?.commit();
      if (random.fraction() < 0.5) await naive.read();
    }
  }
  for (const { commit } of underWay) await commit();
  await naive.read();
  await consumer.drained();
  assert.equal(handled.size, 400);
  assert.ok([...handled.values()].every(times => times === 1));
  assert.ok(naive.seen.length - before < 400, 'the histories did not catch the naive reader');
  await consumer.stop();
});

test('LOG-3: an appender that is slow after its offsets were assigned delays later appenders', async () => {
  const gate = Promise.withResolvers<void>();
  const reserved = Promise.withResolvers<void>();
  const slow = database.transaction(async tx => {
    log.append(tx, testStream('late'), [{ key: 'held', value: 'first' }]);
    tx.beforeCommit(async () => {
      reserved.resolve();
      await gate.promise;
    });
  });
  await reserved.promise;
  let passed = false;
  const quick = database
    .transaction(async tx => log.append(tx, testStream('late'), [{ key: 'held', value: 'second' }]))
    .then(() => {
      passed = true;
    });
  await eventually(async () => {
    const { waiting } = await database.one(
      row({ waiting: int8 }),
      sql`select count(*) as waiting from pg_locks where not granted`,
    );
    assert.equal(waiting, 1);
  });
  assert.equal(passed, false);
  gate.resolve();
  await Promise.all([slow, quick]);
  const all = (await Promise.all([0, 1, 2].map(n => log.read(testStream('late'), n, 1n, 10_000)))).flat();
  const held = all.filter(({ key }) => key === 'held').map(({ data: { value } }) => value);
  assert.deepEqual(held, ['first', 'second']);
});

test('appenders that use streams and partitions in different orders do not deadlock', async () => {
  await log.declare({ name: 'other', partitions: 3, retentionDays: 1 });
  const names = ['late', 'other'];
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      for (let round = 0; round < 10; round++) {
        await database.transaction(async tx => {
          const order = n % 2 === 0 ? names : names.toReversed();
          const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((_, i, all) => all[(i * 5 + n) % 6] ?? '');
          for (const stream of order)
            log.append(
              tx,
              testStream(stream),
              keys.map(key => ({ key, value: n })),
            );
        });
      }
    }),
  );
  const { deadlocks } = await database.one(
    row({ deadlocks: int8 }),
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  assert.equal(deadlocks, 0);
});
