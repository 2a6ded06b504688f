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
const startAgain = () => database.execute(sql`delete from demo_edition`);

test('RUN-1: pages that are silent about the demo edition look again soon, those that name it less often', async () => {
  const demo = watchDemo(database, clock);
  assert.equal(await demo.isShown(), false);
  await begin();
  assert.equal(await demo.isShown(), false, 'what was seen a moment ago is remembered');
  clock.advance(500);
  assert.equal(await demo.isShown(), true);
  await startAgain();
  clock.advance(4_999);
  assert.equal(await demo.isShown(), true, 'and for longer where it is named');
  clock.advance(1);
  assert.equal(await demo.isShown(), false);
});

test('RUN-1: while the database is away the last answer stands, and it is not asked at every page', async () => {
  await begin();
  const own = createPool({ url, telemetry });
  const { counted, looks } = countingLooks(own);
  const demo = watchDemo(counted, clock);
  assert.equal(await demo.isShown(), true);
  await own.close();
  clock.advance(5_000);
  for (let page = 0; page < 5; page++) assert.equal(await demo.isShown(), true);
  assert.equal(looks(), 2);
  assert.equal(await watchDemo(own, clock).isShown(), false, 'who has never seen it does not claim it');
  await startAgain();
});

test('many pages at one moment look once', async () => {
  const { counted, looks } = countingLooks(database);
  const demo = watchDemo(counted, clock);
  await Promise.all(Array.from({ length: 20 }, () => demo.isShown()));
  assert.equal(looks(), 1);
});

test('RUN-1: a page that looked before the removal does not bring the notice back after it', async () => {
  await begin();
  const demo = watchDemo(database, clock);
  const early = demo.isShown();
  demo.forget();
  assert.equal(await early, false);
  assert.equal(await demo.isShown(), false);
  await startAgain();
});

test('RUN-1: the removal is in the audit log once, however often it is asked for', async () => {
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

function countingLooks(by: Database): { counted: Database; looks: () => number } {
  let looks = 0;
  const maybe: Database['maybe'] = (type, statement) => {
    looks++;
    return by.maybe(type, statement);
  };
  return { counted: { ...by, maybe }, looks: () => looks };
}
