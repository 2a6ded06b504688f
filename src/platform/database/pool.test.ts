import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { startSilentProxy } from '../../../test/harness/silent-proxy.ts';
import { isTransient, Problem } from '../../errors.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { createPool } from './pool.ts';
import type { Database } from './port.ts';
import {
  bool,
  bytea,
  date,
  float8,
  int4,
  int8,
  jsonb,
  nullable,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from './rows.ts';
import { json, sql } from './sql.ts';

const { database, url } = await testDatabase({ maxConnections: 4 });
await database.execute(
  sql`create table notes (id int primary key, body text not null, balance int not null default 0)`,
);

const Everything = row({
  an_id: uuid,
  some_text: text,
  is_true: bool,
  small: int4,
  large: int8,
  ratio: float8,
  raw: bytea,
  at: timestamptz,
  on_day: date,
  tags: textArray,
  payload: jsonb,
  missing: nullable(text),
});

test('ALL-8: a row is returned with the types of its declaration', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const tags = ['plain', 'with "quotes"', 'comma, and \\ slash', '', '{braces}', 'NULL'];
  const found = await database.one(
    Everything,
    sql`
      select ${'0190e1a2-0000-7000-8000-000000000001'}::uuid as an_id, ${'née “x”'}::text as some_text, true as is_true,
        7 as small, ${9_007_199_254_740_991n}::bigint as large, 0.5::float8 as ratio, ${Buffer.from([0, 255])}::bytea as raw,
        ${at}::timestamptz as at, ${at}::timestamptz::date as on_day, ${tags}::text[] as tags,
        ${json({ deep: [1, { x: null }] })}::jsonb as payload, null::text as missing
    `,
  );
  assert.deepEqual(found, {
    anId: '0190e1a2-0000-7000-8000-000000000001',
    someText: 'née “x”',
    isTrue: true,
    small: 7,
    large: 9_007_199_254_740_991,
    ratio: 0.5,
    raw: Buffer.from([0, 255]),
    at,
    onDay: '2026-02-03',
    tags,
    payload: { deep: [1, { x: null }] },
    missing: null,
  });
});

test('a statement that drifted from its row type fails at its first use and names both sides', async () => {
  await assert.rejects(
    database.one(row({ id: int4 }), sql`select 'x'::text as id`),
    /column id has type id 25/,
  );
  await assert.rejects(database.one(row({ id: int4 }), sql`select 1 as other`), /no column id in \(other\)/);
  await assert.rejects(
    database.one(row({ id: int4 }), sql`select 1 as id, 2 as more`),
    /returns \(id, more\)/,
  );
  await assert.rejects(database.one(row({ id: int4 }), sql`select null::int as id`), /column id is null/);
  await assert.rejects(
    database.one(row({ n: int8 }), sql`select 9007199254740993::bigint as n`),
    /safe integer/,
  );
});

test('ALL-1: a value that PostgreSQL cannot store is a validation error, not a server error', async () => {
  const refused = (error: unknown) => error instanceof Problem && error.code === 'validation-failed';
  const statements = [
    sql`select ${'a\0b'}::text as found`,
    sql`select ${'{"a":"\\u0000"}'}::jsonb as found`,
    sql`select ${'300000-01-01T00:00:00Z'}::timestamptz as found`,
  ];
  for (const statement of statements) {
    await assert.rejects(database.execute(statement), refused);
    await assert.rejects(
      database.transaction(tx => tx.execute(statement)),
      refused,
    );
  }
});

test('one expects exactly one row, maybe at most one', async () => {
  const Single = row({ n: int4 });
  await assert.rejects(database.one(Single, sql`select 1 as n where false`), /got none/);
  await assert.rejects(
    database.maybe(Single, sql`select n from generate_series(1, 2) n`),
    /at most one row, got 2/,
  );
  assert.equal(await database.maybe(Single, sql`select 1 as n where false`), null);
});

test('a failed transaction leaves nothing behind, and its afterCommit effects do not run', async () => {
  const effects: string[] = [];
  await assert.rejects(
    database.transaction(async tx => {
      await tx.execute(sql`insert into notes (id, body) values (1, 'half')`);
      tx.afterCommit(() => effects.push('sent'));
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.equal(await database.maybe(row({ id: int4 }), sql`select id from notes where id = 1`), null);
  assert.deepEqual(effects, []);
});

test('beforeCommit work runs last, may register more, and fails the transaction when it fails', async () => {
  const order: string[] = [];
  await database.transaction(async tx => {
    tx.afterCommit(() => order.push('after'));
    tx.beforeCommit(async () => {
      order.push('before');
      tx.beforeCommit(async () => void order.push('before, added'));
    });
    order.push('work');
  });
  assert.deepEqual(order, ['work', 'before', 'before, added', 'after']);
  const failing = database.transaction(async tx => {
    tx.afterCommit(() => order.push('never'));
    tx.beforeCommit(() => Promise.reject(new Error('not now')));
  });
  await assert.rejects(failing, { message: 'not now' });
  assert.equal(order.length, 4);
});

test('serialization failures are retried until every transfer has succeeded', async () => {
  await database.execute(sql`insert into notes (id, body) values (10, 'account')`);
  const Balance = row({ balance: int4 });
  const addOne = () =>
    database.transaction(
      async tx => {
        const { balance } = await tx.one(Balance, sql`select balance from notes where id = 10`);
        await tx.execute(sql`update notes set balance = ${balance + 1} where id = 10`);
      },
      { isolation: 'serializable' },
    );
  let done = 0;
  while (done < 20) {
    const outcomes = await Promise.allSettled(Array.from({ length: Math.min(4, 20 - done) }, addOne));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') done++;
      else assert.equal(outcome.reason.code, 'overloaded');
    }
  }
  const { balance } = await database.one(Balance, sql`select balance from notes where id = 10`);
  assert.equal(balance, 20);
});

test('a statement that runs too long is stopped and becomes a Problem', async () => {
  const impatient = createPool({ url, telemetry: createMemoryTelemetry(), statementTimeoutMs: 50 });
  try {
    await assert.rejects(impatient.execute(sql`select pg_sleep(5)`), isProblem('timed-out'));
  } finally {
    await impatient.close();
  }
});

test('fault 4: with every connection held, callers get a Problem while they wait', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  const small = createPool({ url, telemetry, maxConnections: 4, patienceMs: 1_500, clock });
  try {
    let holding = 0;
    const holders = Array.from({ length: 4 }, () =>
      small.transaction(async tx => {
        await tx.execute(sql`select 1`);
        holding++;
        await held;
      }),
    );
    await eventually(() => assert.equal(holding, 4));
    const refused = assert.rejects(small.execute(sql`select 1`), isProblem('overloaded'));
    await eventually(() => assert.equal(small.state().waiting, 1));
    await clock.advance(1_500);
    await refused;
    release();
    await Promise.all(holders);
    assert.equal(await small.execute(sql`select 1`), 1);
  } finally {
    await small.close();
  }
});

test('a checked-out connection that the server terminates neither crashes the process nor breaks the pool', async () => {
  const Pid = row({ pid: int4 });
  await assert.rejects(
    database.transaction(async tx => {
      const { pid } = await tx.one(Pid, sql`select pg_backend_pid() as pid`);
      await database.execute(sql`select pg_terminate_backend(${pid})`);
      await tx.execute(sql`select 1`);
    }),
    isProblem('database-away'),
  );
  await eventually(() => database.ping());
  assert.equal((await database.one(Pid, sql`select 1 as pid`)).pid, 1);
});

test('a transaction whose connection is lost before COMMIT is retried', async () => {
  let attempts = 0;
  const Pid = row({ pid: int4 });
  await database.transaction(async tx => {
    attempts++;
    const { pid } = await tx.one(Pid, sql`select pg_backend_pid() as pid`);
    if (attempts === 1) await database.execute(sql`select pg_terminate_backend(${pid})`);
    await tx.execute(sql`insert into notes (id, body) values (20, 'once')`);
  });
  assert.equal(attempts, 2);
});

for (const [code, cause] of [
  ['53100', 'a full disk'],
  ['53200', 'no memory'],
  ['58030', 'an input or output error'],
  ['25006', 'a read-only transaction'],
] as const)
  test(`PG-4: ${cause} is not the fault of the request: it may be repeated later`, async () => {
    const statement = { text: `do $$ begin raise exception using errcode = '${code}'; end $$`, values: [] };
    const repeatable = (error: unknown) =>
      error instanceof Problem &&
      error.code === 'database-not-writable' &&
      error.retryAfterSeconds === 30 &&
      isTransient(error);
    await assert.rejects(database.execute(statement), repeatable);
    assert.equal(database.state().writable, false);
    await assert.rejects(
      database.transaction(tx => tx.execute(statement)),
      repeatable,
    );
    await eventually(() => assert.equal(database.state().writable, true));
    await database.ping();
  });

test('PG-4: sessions that were opened while the database was read-only are not used after that', async () => {
  const own = await testDatabase({ maxConnections: 2 });
  const setDefault = (value: 'on' | 'off') =>
    own.database.transaction(tx =>
      tx.script(`
        set transaction read write;
        alter database ${own.name} set default_transaction_read_only = ${value}
      `),
    );
  await own.database.execute(sql`create table written (n int)`);
  await setDefault('on');
  const telemetry = createMemoryTelemetry();
  const pool = createPool({ url: own.url, telemetry, maxConnections: 3 });
  try {
    const write = () => pool.execute(sql`insert into written values (1)`);
    await Promise.all([1, 2, 3].map(() => pool.execute(sql`select pg_sleep(0.05)`)));
    assert.equal(pool.state().open, 3);
    await assert.rejects(write(), isProblem('database-not-writable'));
    await eventually(() =>
      assert.deepEqual(
        telemetry.lines.map(({ msg }) => msg),
        ['database.not_writable'],
      ),
    );
    await setDefault('off');
    await eventually(() => assert.ok(pool.state().writable));
    for (let n = 0; n < 6; n++) await write();
    assert.deepEqual(
      telemetry.lines.map(({ msg }) => msg),
      ['database.not_writable', 'database.writable'],
    );
  } finally {
    await pool.close();
  }
});

test('PG-4: while the server is unavailable, callers fail immediately with a retry time', async () => {
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  const url = 'postgres://nobody@127.0.0.1:1/none';
  const nowhere = createPool({ url, telemetry, patienceMs: 2_000, clock });
  try {
    let isRefused = false;
    const first = assert.rejects(nowhere.ping(), isProblem('database-away')).finally(() => {
      isRefused = true;
    });
    await eventually(async () => {
      await clock.advance(100);
      assert.ok(isRefused);
    });
    await first;
    // The server is away for longer than anyone waits. From now on the clock stands still: a caller that waits never ends.
    await clock.advance(2_000);
    await assert.rejects(
      nowhere.ping(),
      (error: Problem) => error.code === 'database-away' && error.retryAfterSeconds === 5,
    );
    assert.equal(telemetry.lines.filter(line => line.msg === 'database.unavailable').length, 1);
  } finally {
    await nowhere.close();
  }
});

test('a server that opens a connection slowly counts as busy, not down, and the next caller gets the connection', async () => {
  const proxy = await startSilentProxy(url, 600);
  const telemetry = createMemoryTelemetry();
  const pool = createPool({ url: proxy.url, telemetry, patienceMs: 100 });
  try {
    await assert.rejects(pool.ping(), isProblem('overloaded'));
    await eventually(() => assert.equal(pool.state().idle, 1));
    await pool.ping();
    assert.deepEqual(telemetry.lines, []);
  } finally {
    await pool.close();
    await proxy.stop();
  }
});

test('a COPY consumer that stops early leaves a working connection', async () => {
  const rows = await database.transaction(async tx => {
    for await (const chunk of tx.copyOut(
      sql`copy (select repeat('x', 1000) from generate_series(1, 5000)) to stdout`,
    )) {
      assert.ok(chunk.length > 0);
      break;
    }
    return tx.many(row({ n: int4 }), sql`select 1 as n`);
  });
  assert.deepEqual(rows, [{ n: 1 }]);
});

test('a listener receives notifications, and onGap is called after its connection was lost', async () => {
  const heard: string[] = [];
  let gaps = 0;
  const subscription = await database.listen(
    'news',
    payload => heard.push(payload),
    () => gaps++,
  );
  try {
    assert.equal(gaps, 1);
    await database.execute(sql`select pg_notify('news', 'first')`);
    await eventually(() => assert.deepEqual(heard, ['first']));
    await endListeners(database);
    await eventually(() => assert.equal(gaps, 2));
    await database.execute(sql`select pg_notify('news', 'second')`);
    await eventually(() => assert.deepEqual(heard, ['first', 'second']));
    assert.ok(subscription.connected);
  } finally {
    await subscription.close();
  }
});

test('all subscriptions of a process share one connection, which ends with the last of them', async () => {
  const heard: string[] = [];
  const listeners = () =>
    database.one(
      row({ n: int8 }),
      sql`select count(*) as n from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
  const subscriptions = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      database.listen(`shared-${n % 4}`, payload => heard.push(`${n}: ${payload}`)),
    ),
  );
  try {
    assert.ok(subscriptions.every(({ connected }) => connected));
    assert.equal((await listeners()).n, 1);
    await subscriptions[1]?.close();
    await database.execute(sql`select pg_notify('shared-1', 'one')`);
    await eventually(() => assert.deepEqual(heard, ['5: one']));
    assert.equal(subscriptions[1]?.connected, false);
  } finally {
    await Promise.all(subscriptions.map(each => each.close()));
  }
  await eventually(async () => assert.equal((await listeners()).n, 0));
  const later = await database.listen('shared-0', payload => heard.push(`later: ${payload}`));
  await database.execute(sql`select pg_notify('shared-0', 'two')`);
  await eventually(() => assert.deepEqual(heard, ['5: one', 'later: two']));
  await later.close();
});

function endListeners(on: Database): Promise<number> {
  return on.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'
  `);
}

function isProblem(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code;
}
