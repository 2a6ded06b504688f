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
import { RecentSearches } from './recent-searches.ts';

const { database } = await testDatabase();
const clock = new ManualClock(TEST_EPOCH.getTime());
const newId = createIdSource(clock, systemRandom);
const { log } = createMemoryTelemetry({ clock });

test('SRCH-8: the last ten are listed, newest first, and a repeat moves up', async () => {
  const searches = await open(store());
  const userId = await reader();
  for (let n = 1; n <= 12; n++) await searchFor(searches, userId, `storm ${n}`);
  await searchFor(searches, userId, '  Storm  5 ');
  assert.deepEqual(await queries(searches, userId), [
    '  Storm  5 ',
    ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map(n => `storm ${n}`),
  ]);
});

test('SRCH-8: an entry is removed, all are cleared, and nobody sees those of others', async () => {
  const searches = await open(store());
  const [one, other] = [await reader(), await reader()];
  for (const query of ['flood', 'fire']) await searchFor(searches, one, query);
  await searches.remove(one, 'FLOOD');
  assert.deepEqual(await queries(searches, one), ['fire']);
  assert.deepEqual(await queries(searches, other), []);
  await searches.clear(one);
  assert.deepEqual(await queries(searches, one), []);
});

test('SRCH-8: a search is in the list of another process at once, also with memories of their own', async () => {
  const [here, there] = [await open(store()), await open(store())];
  const userId = await reader();
  await searchFor(here, userId, 'first');
  assert.deepEqual(await queries(there, userId), ['first']);
  await searchFor(here, userId, 'second');
  await eventually(async () => assert.deepEqual(await queries(there, userId), ['second', 'first']));
});

test('SRCH-8: a thousand readers at once, each finds their own last search in the next call', async () => {
  const cache = store();
  const [here, there] = [await open(cache), await open(cache)];
  const readers = await readersOf(1_000);
  await Promise.all(
    readers.map(async (userId, n) => {
      await here.add(userId, `topic ${n}`);
      assert.deepEqual(await queries(there, userId), [`topic ${n}`]);
    }),
  );
  assert.equal(await notes(), 0);
});

test('SRCH-8: searches of one reader at the same moment all arrive', async () => {
  const searches = await open(store());
  const userId = await reader();
  const wanted = Array.from({ length: 10 }, (_, n) => `at once ${n}`);
  await Promise.all(wanted.map(query => searches.add(userId, query)));
  assert.deepEqual((await queries(searches, userId)).sort(), wanted);
});

test('SRCH-8: a list that memory lost is read again', async () => {
  const cache = store();
  const userId = await reader();
  await searchFor(await open(cache), userId, 'kept');
  assert.deepEqual(await queries(await open(store()), userId), ['kept']);
});

test('SRCH-8: what memory did not take because it failed is mended afterwards', async () => {
  const cache = store();
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
  assert.equal(await notes(), 1);
  isBroken = false;
  clock.advance(60_000);
  // The news of the change may come late, and then has mended it already.
  await searches.mend();
  assert.deepEqual(await queries(searches, userId), ['meanwhile', 'before']);
  assert.equal(await notes(), 0);
});

test('SRCH-8: what is older than a year is dropped', async () => {
  const searches = await open(store());
  const userId = await reader();
  await searchFor(searches, userId, 'long ago');
  clock.advance(366 * 86_400_000);
  await searches.mend();
  assert.deepEqual(await queries(await open(store()), userId), []);
});

function store(): SharedCache {
  const cache = createMemoryCache({ clock, log });
  atEnd(() => cache.close());
  return cache;
}

async function open(cache: SharedCache): Promise<RecentSearches> {
  const searches = new RecentSearches({ database, cache, clock, waitingClock: systemClock, newId, log });
  await searches.follow();
  atEnd(() => searches.close());
  return searches;
}

async function searchFor(searches: RecentSearches, userId: string, query: string): Promise<void> {
  clock.advance(1_000);
  await searches.add(userId, query);
}

async function queries(searches: RecentSearches, userId: string): Promise<string[]> {
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

async function notes(): Promise<number> {
  const { left } = await database.one(
    row({ left: int8 }),
    sql`select count(*) as left from recent_search_repairs`,
  );
  return left;
}
