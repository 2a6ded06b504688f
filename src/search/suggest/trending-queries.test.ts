import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { recordSearch } from '../recent/store.ts';
import { MIN_READERS, TrendingQueries } from './trending-queries.ts';

const { database } = await testDatabase();
const clock = new ManualClock(TEST_EPOCH.getTime());
const newId = createIdSource(clock, systemRandom);
const { log } = createMemoryTelemetry({ clock });
const readers = await Promise.all(Array.from({ length: MIN_READERS * 2 }, reader));

test('SRCH-7: queries of enough different readers are trending, the most frequent first', async () => {
  await searched('Harbour  Ferry', MIN_READERS * 2);
  await searched('harvest', MIN_READERS);
  await searched('harmless', MIN_READERS - 1);
  const queries = new TrendingQueries({ database, clock, log });
  assert.deepEqual(await queries.startingWith('har', 5), ['harbour ferry', 'harvest']);
  assert.deepEqual(await queries.startingWith('harv', 5), ['harvest']);
});

test('SRCH-7: one reader who repeats a query counts once', async () => {
  for (let times = 0; times < 50; times++) await searched('my neighbour', 1);
  assert.deepEqual(await startingWith('my'), []);
});

test('SRCH-7: queries that look like personal data are never trending, however frequent', async () => {
  for (const query of [
    'jo@example.org',
    'call 020 7946 0018',
    'https://a.example/x',
    `${'why does '.repeat(9)}`,
  ])
    await searched(query, MIN_READERS * 2);
  for (const prefix of ['jo', 'call', 'http', 'why'])
    assert.deepEqual(await startingWith(prefix), [], prefix);
});

test('SRCH-7: queries of the previous day expire, and the list refreshes in the background', async () => {
  const queries = new TrendingQueries({ database, clock, log });
  assert.deepEqual(await queries.startingWith('harv', 5), ['harvest']);
  clock.advance(25 * 3_600_000);
  await queries.startingWith('harv', 5);
  await queries.refreshing.settled();
  assert.deepEqual(await queries.startingWith('harv', 5), []);
});

function startingWith(begin: string): Promise<string[]> {
  return new TrendingQueries({ database, clock, log }).startingWith(begin, 5);
}

async function searched(query: string, by: number): Promise<void> {
  const searchedAt = new Date(clock.now());
  await database.transaction(async tx => {
    for (const userId of readers.slice(0, by)) await recordSearch(tx, userId, { query, searchedAt });
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
