import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { int4, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { deleteOldMatches, recordMatches } from './matches.ts';
import { addSavedSearch, removeSavedSearch } from './saved-searches.ts';

const { database } = await testDatabase();
const newId = createIdSource(new ManualClock(TEST_EPOCH.getTime()), systemRandom);

test('SRCH-9: an article is recorded once for a search, and not when the search is newer or its owner is disabled', async () => {
  const [first, disabled] = [await savedSearch(), await savedSearch()];
  const later = await savedSearch(new Date(TEST_EPOCH.getTime() + 1));
  await database.execute(sql`update users set disabled_at = ${TEST_EPOCH} where id = ${disabled.userId}`);
  const articleId = newId();
  const searchIds = [first, disabled, later].map(({ id }) => id);
  assert.equal((await record(searchIds, articleId)).count, 1);
  assert.equal((await record(searchIds, articleId)).count, 0);
  assert.equal(await matchesOf(first.id), 1);
});

test('SRCH-9: deleting a search or its owner deletes its matches', async () => {
  const [removed, other] = [await savedSearch(), await savedSearch()];
  await record([removed.id, other.id], newId());
  await removeSavedSearch(database, removed.userId, removed.id);
  assert.deepEqual([await matchesOf(removed.id), await matchesOf(other.id)], [0, 1]);
  await database.execute(sql`delete from users where id = ${other.userId}`);
  assert.equal(await matchesOf(other.id), 0);
});

test('SRCH-9: removing a search during the recording of a match removes that match', async () => {
  const { id, userId } = await savedSearch();
  let removing: Promise<void> | undefined;
  await database.transaction(async tx => {
    await recordMatches(tx, [{ searchId: id, articleId: newId(), storedAt: TEST_EPOCH }], TEST_EPOCH);
    removing = removeSavedSearch(database, userId, id);
    await eventually(async () => assert.equal(await lockWaits(), 1));
  });
  await removing;
  assert.equal(await matchesOf(id), 0);
});

test('SRCH-9: matches are deleted after 90 days', async () => {
  const { id } = await savedSearch();
  await record([id], newId());
  const later = (days: number) => new Date(TEST_EPOCH.getTime() + days * 86_400_000);
  await deleteOldMatches(database, later(89));
  assert.equal(await matchesOf(id), 1);
  await deleteOldMatches(database, later(91));
  assert.equal(await matchesOf(id), 0);
});

function record(searchIds: readonly string[], articleId: string) {
  const matches = searchIds.map(searchId => ({ searchId, articleId, storedAt: TEST_EPOCH }));
  return database.transaction(tx => recordMatches(tx, matches, TEST_EPOCH));
}

async function savedSearch(now = TEST_EPOCH): Promise<{ id: string; userId: string }> {
  const [id, userId] = [newId(), newId()];
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    values (${userId}, ${`${userId}@readers.example`}, 'Reader', '{reader}', ${now}, ${now})
  `);
  await database.transaction(tx =>
    addSavedSearch(tx, {
      id,
      userId,
      name: 'Storms',
      query: 'storm',
      filters: {},
      email: 'none',
      webhookUrl: null,
      now,
    }),
  );
  return { id, userId };
}

async function matchesOf(searchId: string): Promise<number> {
  const { count } = await database.one(
    row({ count: int4 }),
    sql`select count(*)::int as count from saved_search_matches where search_id = ${searchId}`,
  );
  return count;
}

/** Statements that wait for a lock. */
async function lockWaits(): Promise<number> {
  const { count } = await database.one(
    row({ count: int4 }),
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return count;
}
