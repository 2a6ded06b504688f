import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ManualClock, systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createMemoryCache } from '../../platform/cache/memory/memory.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { RecentSearchLists } from './recent-searches.ts';

const { database } = await testDatabase();
const clock = new ManualClock(TEST_EPOCH.getTime());
const newId = createIdSource(clock, systemRandom);
const { log } = createMemoryTelemetry({ clock });

test('SRCH-8: the last ten are listed, newest first, and a repeated search moves to the top', async () => {
  const searches = await open(memoryCache());
  const userId = await reader();
  for (let n = 1; n <= 12; n++) await searchFor(searches, userId, `storm ${n}`);
  await searchFor(searches, userId, '  Storm  5 ');
  assert.deepEqual(await queries(searches, userId), [
    '  Storm  5 ',
    ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map(n => `storm ${n}`),
  ]);
});

test('SRCH-8: an entry is removed, all are cleared, and readers see only their own', async () => {
  const searches = await open(memoryCache());
  const [one, other] = [await reader(), await reader()];
  for (const query of ['flood', 'fire']) await searchFor(searches, one, query);
  await searches.remove(one, 'FLOOD');
  assert.deepEqual(await queries(searches, one), ['fire']);
  assert.deepEqual(await queries(searches, other), []);
  await searches.clear(one);
  assert.deepEqual(await queries(searches, one), []);
});

test('SRCH-8: another process lists a new search immediately, also with a separate cache', async () => {
  const [here, there] = [await open(memoryCache()), await open(memoryCache())];
  const userId = await reader();
  await searchFor(here, userId, 'first');
  assert.deepEqual(await queries(there, userId), ['first']);
  await searchFor(here, userId, 'second');
  await eventually(async () => assert.deepEqual(await queries(there, userId), ['second', 'first']));
});

test('SRCH-8: of a thousand concurrent readers, each finds their last search in the next call', async () => {
  const cache = memoryCache();
  const [here, there] = [await open(cache), await open(cache)];
  const readers = await readersOf(1_000);
  await Promise.all(
    readers.map(async (userId, n) => {
      await here.add(userId, `topic ${n}`);
      assert.deepEqual(await queries(there, userId), [`topic ${n}`]);
    }),
  );
  assert.equal(await pendingRepairs(), 0);
});

test('SRCH-8: concurrent searches of one reader are all recorded', async () => {
  const searches = await open(memoryCache());
  const userId = await reader();
  const wanted = Array.from({ length: 10 }, (_, n) => `at once ${n}`);
  await Promise.all(wanted.map(query => searches.add(userId, query)));
  assert.deepEqual((await queries(searches, userId)).sort(), wanted);
});

test('SRCH-8: a list lost from the cache is loaded again', async () => {
  const cache = memoryCache();
  const userId = await reader();
  await searchFor(await open(cache), userId, 'kept');
  assert.deepEqual(await queries(await open(memoryCache()), userId), ['kept']);
});

test('SRCH-8: a list that a failing cache did not take is repaired afterwards', async () => {
  const cache = memoryCache();
  let isBroken = false;
  const searches = await open({
    ...cache,
    sorted: {
      ...cache.sorted,
      replace: (...args) =>
        isBroken ? Promise.reject(new Error('no answer')) : cache.sorted.replace(...args),
    },
  });
  const userId = await reader();
  await searchFor(searches, userId, 'before');
  isBroken = true;
  await searchFor(searches, userId, 'meanwhile');
  assert.equal(await pendingRepairs(), 1);
  isBroken = false;
  clock.advance(60_000);
  // A late change notification may have repaired it already.
  await searches.repair();
  assert.deepEqual(await queries(searches, userId), ['meanwhile', 'before']);
  assert.equal(await pendingRepairs(), 0);
});

test('SRCH-8: searches older than a year are deleted', async () => {
  const searches = await open(memoryCache());
  const userId = await reader();
  await searchFor(searches, userId, 'long ago');
  clock.advance(366 * 86_400_000);
  await searches.repair();
  assert.deepEqual(await queries(await open(memoryCache()), userId), []);
});

function memoryCache(): SharedCache {
  const cache = createMemoryCache({ clock, log });
  atEnd(() => cache.close());
  return cache;
}

async function open(cache: SharedCache): Promise<RecentSearchLists> {
  const searches = new RecentSearchLists({ database, cache, clock, waitingClock: systemClock, newId, log });
  await searches.follow();
  atEnd(() => searches.close());
  return searches;
}

async function searchFor(searches: RecentSearchLists, userId: string, query: string): Promise<void> {
  clock.advance(1_000);
  await searches.add(userId, query);
}

async function queries(searches: RecentSearchLists, userId: string): Promise<string[]> {
  return (await searches.list(userId)).map(({ query }) => query);
}

async function reader(): Promise<string> {
  const [id] = await readersOf(1);
  assert.ok(id);
  return id;
}

async function readersOf(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    select id, id || '@readers.example', 'Reader', '{reader}', now(), now() from unnest(${ids}::uuid[]) as made (id)
  `);
  return ids;
}

async function pendingRepairs(): Promise<number> {
  const { left } = await database.one(
    row({ left: int8 }),
    sql`select count(*) as left from recent_search_repairs`,
  );
  return left;
}
