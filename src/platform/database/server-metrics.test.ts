import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { exposeDatabase } from './server-metrics.ts';

const { database } = await testDatabase();

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
