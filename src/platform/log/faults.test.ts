import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { type TestEvent, testStream } from '../../../test/harness/stream.ts';
import { type Clock, ManualClock, systemClock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../database/port.ts';
import { bool, int4, int8, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { testLogs } from './log.testing.ts';
import type { LogEvent } from './port.ts';
import { maintainLog } from './streams.ts';

const { database, open } = await testLogs();
const log = open();
await database.execute(sql`create table effects (stream text, n int, by text)`);
let streams = 0;

async function fresh(partitions: number): Promise<string> {
  const name = `faults.${++streams}`;
  await log.declare({ name, partitions, retentionDays: 3 });
  return name;
}

function append(stream: string, numbers: readonly number[]): Promise<void> {
  const events = numbers.map(n => ({ key: `key ${n % 10}`, value: n }));
  return database.transaction(async tx => log.append(tx, testStream(stream), events));
}

async function effects(stream: string): Promise<number[]> {
  const rows = await database.many(
    row({ n: int4 }),
    sql`select n from effects where stream = ${stream} order by n`,
  );
  return rows.map(({ n }) => n);
}

/** As in a paused process: pauses do not end until it resumes. */
class PausableClock implements Clock {
  #running = Promise.withResolvers<void>();

  constructor() {
    this.#running.resolve();
  }

  now(): number {
    return systemClock.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await systemClock.sleep(ms, signal);
    await this.#running.promise;
  }

  pause(): void {
    this.#running = Promise.withResolvers<void>();
  }

  resume(): void {
    this.#running.resolve();
  }
}

function expire(stream: string): Promise<number> {
  return database.execute(sql`
    with gone as (
      update log_members set seen_at = clock_timestamp() - interval '1 minute' where group_name = ${stream}
    )
    update log_positions set lease_until = clock_timestamp() - interval '1 second' where group_name = ${stream}
  `);
}

for (const moment of ['after its effect', 'just before its commit'] as const) {
  test(`faults 1, 13: an owner paused ${moment} is refused when it resumes; its successor handles the events once`, async () => {
    const stream = await fresh(1);
    const gate = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const clock = new PausableClock();
    const paused = open({ clock });
    await append(stream, [1, 2, 3]);
    const telemetry = createMemoryTelemetry();
    const old = await paused.consume({ group: stream, stream: testStream(stream) }, async (tx, events) => {
      for (const { data } of events)
        await tx.execute(sql`insert into effects values (${stream}, ${Number(data.value)}, 'old')`);
      const stop = async () => {
        stopped.resolve();
        await gate.promise;
      };
      if (moment === 'after its effect') await stop();
      else tx.beforeCommit(stop);
    });
    await stopped.promise;
    clock.pause();
    // In the other case its open transaction locks the row, so the lease must expire.
    if (moment === 'after its effect') await expire(stream);
    const successor = await open({ telemetry }).consume(
      { group: stream, stream: testStream(stream) },
      async (tx, events) => {
        for (const { data } of events)
          await tx.execute(sql`insert into effects values (${stream}, ${Number(data.value)}, 'new')`);
      },
    );
    await successor.drained();
    gate.resolve();
    clock.resume();
    await eventually(() => assert.deepEqual(old.partitions.length + successor.partitions.length, 1));
    await old.stop();
    const by = await database.many(
      row({ n: int4, by: text }),
      sql`select n, by from effects where stream = ${stream} order by n`,
    );
    assert.deepEqual(
      by,
      [1, 2, 3].map(n => ({ n, by: 'new' })),
    );
    await successor.stop();
  });
}

test('fault 7: a member whose clock is an hour off keeps its leases and takes no others', async () => {
  const stream = await fresh(4);
  const wrong: Clock = { now: () => systemClock.now() + 3_600_000, sleep: systemClock.sleep };
  const handle = (by: string) => async (tx: Transaction, events: readonly LogEvent<TestEvent>[]) => {
    for (const { data } of events)
      await tx.execute(sql`insert into effects values (${stream}, ${Number(data.value)}, ${by})`);
  };
  const right = await log.consume({ group: stream, stream: testStream(stream) }, handle('right'));
  const off = await open({ clock: wrong }).consume(
    { group: stream, stream: testStream(stream) },
    handle('wrong'),
  );
  await eventually(() => assert.deepEqual([right.partitions.length, off.partitions.length], [2, 2]));
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  await append(stream, numbers);
  await right.drained();
  assert.deepEqual(await effects(stream), numbers);
  await Promise.all([right.stop(), off.stop()]);
});

/** A stream of one partition with three events, and a group of the same name at its beginning. */
async function streamWithThreeEvents(): Promise<string> {
  const stream = await fresh(1);
  await append(stream, [1, 2, 3]);
  const first = await log.consume(
    { group: stream, stream: testStream(stream), from: 'beginning' },
    async () => {
      throw new Error('not yet');
    },
  );
  await first.stop();
  return stream;
}

test('fault 9: an event that killed its process five times is parked without another attempt', async () => {
  const stream = await streamWithThreeEvents();
  await database.execute(sql`
    update log_positions
    set held_by = 'a process that died', lease_until = clock_timestamp() - interval '1 second',
        attempts = 5, failing_offset = 1, last_error = null
    where group_name = ${stream}
  `);
  const handled: unknown[] = [];
  const next = await log.consume({ group: stream, stream: testStream(stream) }, async (tx, events) => {
    tx.afterCommit(() => handled.push(events.map(({ data: { value } }) => value)));
  });
  await next.drained();
  // One at a time, because each of them may be the poison.
  assert.deepEqual(handled, [[2], [3]]);
  const [letter] = await log.deadLetters({ group: stream });
  assert.match(letter?.error ?? '', /process ended/);
  await next.stop();
});

test('fault 9: the batch of a dead owner is handled as a batch, and one by one only after a second death', async () => {
  const stream = await streamWithThreeEvents();
  const expireDeadOwner = () =>
    database.execute(sql`
      update log_positions
      set held_by = 'a process that died', lease_until = clock_timestamp() - interval '1 second',
          lease_token = lease_token + 1
      where group_name = ${stream}
    `);
  await database.execute(sql`
    update log_positions set attempts = 0, failing_offset = null where group_name = ${stream}
  `);
  await expireDeadOwner();
  const called: unknown[] = [];
  const stuck = Promise.withResolvers<void>();
  const second = await open().consume({ group: stream, stream: testStream(stream) }, async (_tx, events) => {
    called.push(events.map(({ data: { value } }) => value));
    await stuck.promise;
    throw new Error('it ended here');
  });
  await eventually(() => assert.deepEqual(called, [[1, 2, 3]]));
  await expireDeadOwner();
  const gone = second.stop();
  stuck.resolve();
  await gone;
  const third = await log.consume({ group: stream, stream: testStream(stream) }, async (tx, events) => {
    tx.afterCommit(() => called.push(events.map(({ data: { value } }) => value)));
  });
  await third.drained();
  assert.deepEqual(called, [[1, 2, 3], [1], [2], [3]]);
  assert.deepEqual(await log.deadLetters({ group: stream }), []);
  await third.stop();
});

test('fault 9: a handler that times out is abandoned and can no longer use its transaction', async () => {
  const stream = await fresh(1);
  await append(stream, [1]);
  const late = Promise.withResolvers<unknown>();
  const impatient = open({ handlerTimeoutMs: 50 });
  const abandoned = Promise.withResolvers<void>();
  let first = true;
  const consumer = await impatient.consume({ group: stream, stream: testStream(stream) }, async tx => {
    if (!first) return abandoned.resolve();
    first = false;
    await abandoned.promise;
    late.resolve(
      await tx.execute(sql`insert into effects values (${stream}, 1, 'late')`).catch(error => error),
    );
  });
  await consumer.drained();
  assert.match(String(await late.promise), /this transaction is over/);
  assert.deepEqual(await effects(stream), []);
  await consumer.stop();
});

test('a transient failure is retried and not counted against the event', async () => {
  const stream = await fresh(1);
  let failures = 12;
  const consumer = await log.consume({ group: stream, stream: testStream(stream) }, async tx => {
    if (failures-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await append(stream, [1]);
  await consumer.drained();
  assert.ok(failures < 0);
  assert.deepEqual(await log.deadLetters({ group: stream }), []);
  await consumer.stop();
});

test('fault 2: repeated loss of connections neither loses nor duplicates events', async () => {
  const stream = await fresh(4);
  const consumer = await log.consume(
    { group: stream, stream: testStream(stream), batch: 5 },
    async (tx, events) => {
      for (const { data } of events)
        await tx.execute(sql`insert into effects values (${stream}, ${Number(data.value)}, 'x')`);
    },
  );
  const sent: number[] = [];
  for (let round = 0; round < 40; round++) {
    const numbers = Array.from({ length: 10 }, (_, n) => round * 10 + n);
    // After a lost connection the commit is uncertain, so each number is stored with its event.
    await database
      .transaction(async tx => {
        log.append(
          tx,
          testStream(stream),
          numbers.map(n => ({ key: `key ${n % 10}`, value: n })),
        );
        for (const n of numbers)
          await tx.execute(sql`insert into effects values (${`${stream} sent`}, ${n}, 'x')`);
      })
      .catch(() => undefined);
    sent.push(...numbers);
    await database
      .execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5
      `)
      .catch(() => undefined);
  }
  await eventually(() => consumer.drained());
  assert.ok(sent.length === 400);
  assert.deepEqual(await effects(stream), await effects(`${stream} sent`));
  await consumer.stop();
});

test('fault 20: without notifications events are handled by polling', async () => {
  const stream = await fresh(1);
  const polling = open({ database: withoutListen(database) });
  const handled: unknown[] = [];
  const consumer = await polling.consume(
    { group: stream, stream: testStream(stream) },
    async (tx, events) => {
      tx.afterCommit(() => handled.push(...events));
    },
  );
  await append(stream, [1]);
  await eventually(() => assert.equal(handled.length, 1));
  await consumer.stop();
});

test('events of another process are handled without a poll', async () => {
  const stream = await fresh(1);
  let handled = 0;
  // Its clock stands still, so it never polls.
  const consumer = await open({ clock: new ManualClock() }).consume(
    { group: stream, stream: testStream(stream) },
    async (_tx, events) => {
      handled += events.length;
    },
  );
  for (let n = 0; n < 10; n++) {
    await append(stream, [n]);
    await eventually(() => assert.equal(handled, n + 1));
  }
  await consumer.stop();
});

test('LOG-6: days past the retention are dropped, and a group behind them continues with the remaining events', async () => {
  const stream = await fresh(2);
  await append(stream, [1, 2, 3, 4]);
  const behind = await log.consume({ group: stream, stream: testStream(stream) }, async () => {
    throw new Error('never');
  });
  await behind.stop();
  const changes = await maintainLog(database, new Date(Date.now() + 5 * 86_400_000));
  assert.ok(changes.some(({ change }) => change === 'dropped'));
  assert.equal((await log.streams()).find(({ name }) => name === stream)?.events, 0n);
  await maintainLog(database);
  await append(stream, [5, 6]);
  const handled: unknown[] = [];
  const consumer = await log.consume({ group: stream, stream: testStream(stream) }, async (tx, events) => {
    tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
  });
  await consumer.drained();
  assert.deepEqual(handled.toSorted(), [5, 6]);
  assert.ok(
    (await log.groups())
      .filter(({ group }) => group === stream)
      .every(({ position, end }) => position === end),
  );
  await consumer.stop();
});

test('reading uses the index regardless of statistics', async () => {
  const stream = await fresh(1);
  await append(stream, [1]);
  await database.execute(sql`analyze log_events`);
  for (let n = 0; n < 20; n++)
    await append(
      stream,
      Array.from({ length: 5_000 }, () => 1),
    );
  for (let n = 0; n < 20; n++) await log.read(testStream(stream), 0, 90_000n, 10);
  const { used } = await database.one(
    row({ used: bool }),
    sql`
      select coalesce(sum(seq_tup_read), 0) < 1000000 as used
      from pg_stat_user_tables where relname like 'log_events%'
    `,
  );
  assert.ok(used);
});

test('each batch has a span, and lag is in the metrics', async () => {
  const stream = await fresh(1);
  const telemetry = createMemoryTelemetry();
  const observed = open({ telemetry });
  const gate = Promise.withResolvers<void>();
  const consumer = await observed.consume(
    { group: stream, stream: testStream(stream), batch: 10 },
    async () => gate.promise,
  );
  await append(
    stream,
    Array.from({ length: 15 }, (_, n) => n),
  );
  await eventually(() => assert.equal(telemetry.spans.length, 1));
  const body = async () => (await telemetry.metrics.expose()).body;
  assert.match(await body(), new RegExp(`log_consumer_lag\\{group="${stream}",stream="${stream}"\\} 15`));
  gate.resolve();
  await consumer.drained();
  assert.match(
    await body(),
    new RegExp(`log_partition_lag\\{group="${stream}",stream="${stream}",partition="0"\\} 0`),
  );
  assert.deepEqual(
    telemetry.spans.map(({ name, attributes }) => [name, attributes['events']]),
    [
      ['log handle', 10],
      ['log handle', 5],
    ],
  );
  await consumer.stop();
});

test('a retry without a consumer times out and is withdrawn', async () => {
  const stream = await fresh(1);
  await append(stream, [1]);
  const consumer = await log.consume({ group: stream, stream: testStream(stream) }, async () => {
    throw new Error('no');
  });
  await consumer.drained();
  await consumer.stop();
  const [letter] = await log.deadLetters({ group: stream });
  const impatient = open({ retryPatienceMs: 200 });
  await assert.rejects(impatient.retryDeadLetter(letter?.id ?? ''), { code: 'timed-out' });
  const { open: requested } = await database.one(
    row({ open: int8 }),
    sql`select count(retry_requested_at) as open from log_dead_letters where group_name = ${stream}`,
  );
  assert.equal(requested, 0);
});

function withoutListen(inner: Database): Database {
  return {
    many: (type, statement) => inner.many(type, statement),
    one: (type, statement) => inner.one(type, statement),
    maybe: (type, statement) => inner.maybe(type, statement),
    execute: statement => inner.execute(statement),
    transaction: (work, options) => inner.transaction(work, options),
    listen: async () => ({ connected: false, close: async () => undefined }),
    ping: () => inner.ping(),
    state: () => inner.state(),
    close: () => inner.close(),
  };
}

test('LOG-4: late heartbeats on a slow disk do not cost a member its partitions', async () => {
  const stream = await fresh(4);
  await database.execute(sql`create sequence heartbeats`);
  await database.execute(sql`
    create function delay_heartbeat() returns trigger language plpgsql as $$
    begin
      if new.group_name = 'late' then
        perform nextval('heartbeats');
        new.seen_at := new.seen_at - interval '10 seconds';
      end if;
      return new;
    end $$
  `);
  await database.execute(
    sql`create trigger late before insert or update on log_members for each row execute function delay_heartbeat()`,
  );
  const consumer = await log.consume({ group: 'late', stream: testStream(stream) }, async (tx, events) => {
    for (const { data } of events)
      await tx.execute(sql`insert into effects values (${stream}, ${Number(data.value)}, 'late')`);
  });
  const heartbeats = () => database.one(row({ last_value: int8 }), sql`select last_value from heartbeats`);
  await append(stream, [1, 2, 3]);
  await eventually(async () => assert.deepEqual(await effects(stream), [1, 2, 3]));
  const before = (await heartbeats()).lastValue;
  await eventually(async () => {
    assert.equal(consumer.partitions.length, 4);
    assert.ok((await heartbeats()).lastValue >= before + 2);
  });
  await append(stream, [4]);
  await eventually(async () => assert.deepEqual(await effects(stream), [1, 2, 3, 4]));
  await consumer.stop();
});

test('RUN-3: a consumer whose start meets the close of its log leaves nothing running', async () => {
  const stream = await fresh(4);
  await append(stream, [1, 2, 3]);
  let started = 0;
  for (let turns = 0; turns < 60; turns++) {
    const closing = open();
    const starting = closing
      .consume({ stream: testStream(stream), group: `closed ${stream}` }, () => Promise.resolve())
      .then(
        () => started++,
        () => undefined,
      );
    // Each round meets another step of the start.
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve));
    await closing.close();
    await starting;
    const held = await database.many(
      row({ partition: int4 }),
      sql`select partition from log_positions where group_name = ${`closed ${stream}`} and held_by is not null`,
    );
    assert.deepEqual(held, [], `after ${turns} turns`);
  }
  assert.ok(started > 0 && started < 60, `${started} of 60 starts were complete`);
});
