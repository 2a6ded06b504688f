import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { listAudit } from '../../accounts/index.ts';
import { createDemoEdition } from '../../ingest/sources/demo.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createPool } from '../../platform/database/pool.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { CONSOLE } from '../admin/audited.ts';
import { removeDemoEdition, watchDemo } from './demo-edition.ts';

const { database, url } = await testDatabase();
const clock = new ManualClock();
const telemetry = createMemoryTelemetry();
const newId = createIdSource(clock, systemRandom);
const begin = () => createDemoEdition(database, { newId }, 7, () => []);
const endEdition = () => database.execute(sql`delete from demo_edition`);

test('RUN-1: the state of the demo edition is cached briefly while it is off, and longer while it is on', async () => {
  const demo = watchDemo(database, clock);
  assert.equal(await demo.isShown(), false);
  await begin();
  assert.equal(await demo.isShown(), false, 'cached');
  clock.advance(500);
  assert.equal(await demo.isShown(), true);
  await endEdition();
  clock.advance(4_999);
  assert.equal(await demo.isShown(), true, 'cached for longer');
  clock.advance(1);
  assert.equal(await demo.isShown(), false);
});

test('RUN-1: while the database is down the last answer is used, and not every page queries it', async () => {
  await begin();
  const own = createPool({ url, telemetry });
  const { counted, queries } = countingQueries(own);
  const demo = watchDemo(counted, clock);
  assert.equal(await demo.isShown(), true);
  await own.close();
  clock.advance(5_000);
  for (let page = 0; page < 5; page++) assert.equal(await demo.isShown(), true);
  assert.equal(queries(), 2);
  assert.equal(await watchDemo(own, clock).isShown(), false, 'without an earlier answer it is off');
  await endEdition();
});

test('concurrent pages share one query', async () => {
  const { counted, queries } = countingQueries(database);
  const demo = watchDemo(counted, clock);
  await Promise.all(Array.from({ length: 20 }, () => demo.isShown()));
  assert.equal(queries(), 1);
});

test('RUN-1: a query that started before the removal does not bring the notice back', async () => {
  await begin();
  const demo = watchDemo(database, clock);
  const early = demo.isShown();
  demo.forget();
  assert.equal(await early, false);
  assert.equal(await demo.isShown(), false);
  await endEdition();
});

test('RUN-1: repeated removals write one audit entry', async () => {
  await begin();
  const demo = watchDemo(database, clock);
  assert.equal(await demo.isShown(), true);
  const context = { database, clock, newId, telemetry, demo };
  await Promise.all([removeDemoEdition(context, CONSOLE), removeDemoEdition(context, CONSOLE)]);
  await removeDemoEdition(context, CONSOLE);
  assert.equal(await demo.isShown(), false);
  const entries = await listAudit({ database }, { limit: 10 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['demo.removed'],
  );
});

function countingQueries(by: Database): { counted: Database; queries: () => number } {
  let queries = 0;
  const maybe: Database['maybe'] = (type, statement) => {
    queries++;
    return by.maybe(type, statement);
  };
  return { counted: { ...by, maybe }, queries: () => queries };
}
