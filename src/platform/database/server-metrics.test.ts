import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { exposeDatabase } from './server-metrics.ts';

const { database, url } = await testDatabase();

test('OBS-2: a scrape reports the pool and PostgreSQL, which is queried at most every ten seconds', async () => {
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  let queries = 0;
  const counting: typeof database = {
    ...database,
    state: () => database.state(),
    one: (type, statement) => {
      queries++;
      return database.one(type, statement);
    },
  };
  exposeDatabase(counting, telemetry, clock);
  const { body } = await telemetry.metrics.expose();
  assert.match(body, /^database_up 1$/m);
  assert.match(body, /^postgres_database_bytes [1-9]\d{5,}$/m);
  assert.match(body, /^database_pool_connections\{state="open"\} \d+$/m);
  await telemetry.metrics.expose();
  assert.equal(queries, 1);
  await clock.advance(10_000);
  await telemetry.metrics.expose();
  assert.equal(queries, 2);
});

test('while PostgreSQL is unavailable its gauges have no value and database_up is 0', async () => {
  const telemetry = createMemoryTelemetry();
  const away: typeof database = {
    ...database,
    state: () => database.state(),
    one: () => Promise.reject(new Error('away')),
  };
  exposeDatabase(away, telemetry, new ManualClock());
  const { body } = await telemetry.metrics.expose();
  assert.match(body, /^database_up 0$/m);
  assert.doesNotMatch(body, /^postgres_backends \d/m);
});

test('a transaction that blocks vacuum for too long is logged once, and so is the next one', async () => {
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  const warnAfterSeconds = 0;
  exposeDatabase(database, telemetry, clock, warnAfterSeconds);
  const scrapeAgain = async () => {
    await clock.advance(10_000);
    await telemetry.metrics.expose();
    return telemetry.lines.filter(line => line.msg === 'database.vacuum_blocked');
  };
  const forgotten = new pg.Client({ connectionString: url, application_name: 'forgotten' });
  await forgotten.connect();
  try {
    await forgotten.query('begin isolation level repeatable read');
    assert.equal((await scrapeAgain()).length, 0);
    await forgotten.query('select count(*) from users');
    const [line, ...more] = await scrapeAgain();
    assert.deepEqual(more, []);
    assert.equal(line?.level, 'warn');
    assert.equal(line?.['application'], 'forgotten');
    assert.equal(line?.['state'], 'idle in transaction');
    assert.equal((await scrapeAgain()).length, 1);
    await forgotten.query('rollback');
    assert.equal((await scrapeAgain()).length, 1);
    await forgotten.query('begin isolation level repeatable read; select 1');
    assert.equal((await scrapeAgain()).length, 2);
  } finally {
    await forgotten.end();
  }
});

test('a transaction younger than a minute causes no warning', async () => {
  const telemetry = createMemoryTelemetry();
  exposeDatabase(database, telemetry, new ManualClock());
  await database.transaction(
    async tx => {
      await tx.script('select 1');
      await telemetry.metrics.expose();
    },
    { isolation: 'repeatable read' },
  );
  assert.deepEqual(telemetry.lines, []);
});
