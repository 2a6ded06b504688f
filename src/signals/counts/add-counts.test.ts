import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { seededRandom } from '../../lib/random.ts';
import { int4, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { testSignal } from '../signals.testing.ts';
import { addCounts } from './add-counts.ts';
import { countsOf } from './read-counts.ts';

const newId = createIdSource(new ManualClock(TEST_EPOCH.getTime()), seededRandom(3));

test('RULE-3: a batch writes one row per article, however many signals it contains', async () => {
  const { database } = await testDatabase({ maxConnections: 2 });
  const [viral, other] = [newId(), newId()];
  const batch = Array.from({ length: 10_000 }, (_, n) =>
    testSignal({ kind: n % 2 ? 'share' : 'view', articleId: n % 100 ? viral : other }),
  );
  await database.transaction(tx => addCounts(tx, 0, batch));
  // Every write creates a new row version with a new ctid.
  const versions = () =>
    database.many(
      row({ article_id: text, place: text }),
      sql`select article_id::text, ctid::text as place from article_counts order by ctid`,
    );
  assert.deepEqual(
    (await versions()).map(({ place }) => place),
    ['(0,1)', '(0,2)'],
  );
  await database.transaction(tx => addCounts(tx, 0, batch));
  assert.deepEqual(
    (await versions()).map(({ place }) => place),
    ['(0,3)', '(0,4)'],
  );
  assert.deepEqual((await countsOf(database, [viral])).get(viral)?.shares, 10_000);
});

test('RULE-3: partitions that count the same article concurrently do not wait for each other, and reading sums them', async () => {
  const { database } = await testDatabase({ maxConnections: 4 });
  const viral = newId();
  const share = testSignal({ kind: 'share', articleId: viral });
  await database.transaction(async first => {
    await addCounts(first, 0, [share]);
    // The first has not committed: an update of its row would fail at the lock timeout.
    await database.transaction(async second => {
      await second.execute(sql`set local lock_timeout = '5s'`);
      await addCounts(second, 1, [share, share]);
    });
  });
  assert.equal((await countsOf(database, [viral])).get(viral)?.shares, 3);
  const { rows } = await database.one(
    row({ rows: int4 }),
    sql`select count(*)::int4 as rows from article_counts where article_id = ${viral}`,
  );
  assert.equal(rows, 2);
});
