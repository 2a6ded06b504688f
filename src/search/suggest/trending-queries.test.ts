import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { keepSearch } from '../recent/store.ts';
import { LEAST_READERS, TrendingQueries } from './trending-queries.ts';

const { database } = await testDatabase();
const clock = new ManualClock(TEST_EPOCH.getTime());
const newId = createIdSource(clock, systemRandom);
const { log } = createMemoryTelemetry({ clock });
const readers = await Promise.all(Array.from({ length: LEAST_READERS * 2 }, reader));

test('SRCH-7: what enough different readers searched for is told, most of them first', async () => {
  await searched('Harbour  Ferry', LEAST_READERS * 2);
  await searched('harvest', LEAST_READERS);
  await searched('harmless', LEAST_READERS - 1);
  const queries = new TrendingQueries({ database, clock, log });
  assert.deepEqual(await queries.startingWith('har', 5), ['harbour ferry', 'harvest']);
  assert.deepEqual(await queries.startingWith('harv', 5), ['harvest']);
});

test('SRCH-7: one reader who asks often counts as one', async () => {
  for (let times = 0; times < 50; times++) await searched('my neighbour', 1);
  assert.deepEqual(await told('my'), []);
});

test('SRCH-7: what looks like somebody is never told, however many ask', async () => {
  for (const query of [
    'jo@example.org',
    'call 020 7946 0018',
    'https://a.example/x',
    `${'why does '.repeat(9)}`,
  ])
    await searched(query, LEAST_READERS * 2);
  for (const begin of ['jo', 'call', 'http', 'why']) assert.deepEqual(await told(begin), [], begin);
});

test('SRCH-7: yesterday is forgotten, and the list is renewed behind what is asked', async () => {
  const queries = new TrendingQueries({ database, clock, log });
  assert.deepEqual(await queries.startingWith('harv', 5), ['harvest']);
  clock.advance(25 * 3_600_000);
  await queries.startingWith('harv', 5);
  await queries.kept.settled();
  assert.deepEqual(await queries.startingWith('harv', 5), []);
});

function told(begin: string): Promise<string[]> {
  return new TrendingQueries({ database, clock, log }).startingWith(begin, 5);
}

async function searched(query: string, by: number): Promise<void> {
  const searchedAt = new Date(clock.now());
  await database.transaction(async tx => {
    for (const userId of readers.slice(0, by)) await keepSearch(tx, userId, { query, searchedAt });
  });
}

async function reader(): Promise<string> {
  const id = newId();
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    values (${id}, ${`${id}@readers.example`}, 'Reader', '{reader}', now(), now())
  `);
  return id;
}
