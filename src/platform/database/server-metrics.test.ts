import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { exposeDatabase } from './server-metrics.ts';

const { database, url } = await testDatabase();

test('OBS-2: a scrape tells of the pool and of PostgreSQL, which is asked every ten seconds at most', async () => {
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  let asked = 0;
  const counting: typeof database = {
    ...database,
    state: () => database.state(),
    one: (type, statement) => {
      asked++;
      return database.one(type, statement);
    },
  };
  exposeDatabase(counting, telemetry, clock);
  const { body } = await telemetry.metrics.expose();
  assert.match(body, /^database_up 1$/m);
  assert.match(body, /^postgres_database_bytes [1-9]\d{5,}$/m);
  assert.match(body, /^database_pool_connections\{state="open"\} \d+$/m);
  await telemetry.metrics.expose();
  assert.equal(asked, 1);
  await clock.advance(10_000);
  await telemetry.metrics.expose();
  assert.equal(asked, 2);
});

test('while PostgreSQL is away its gauges have no value and database_up is 0', async () => {
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

test('a transaction that holds back cleaning up for too long is named in the log once, and again no sooner than another', async () => {
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock();
  const noSecondsAreTooMany = 0;
  exposeDatabase(database, telemetry, clock, noSecondsAreTooMany);
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

test('a transaction younger than a minute is not worth a warning', async () => {
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
