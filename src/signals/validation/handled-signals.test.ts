import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maintainPartitions, PARTITIONED_TABLES } from '../../platform/database/partitions.ts';
import { countsOf } from '../counts/read-counts.ts';
import { testSignal, testSignals } from '../signals.testing.ts';
import { DEDUP_WINDOW_MS } from './handled-signals.ts';

const HOUR_MS = 3_600_000;

test('EVT-2, PG-3: a read counts once, whatever day its retries arrive on, for two days', async () => {
  const { accept, clock, database, newId, pass } = await testSignals();
  const articleId = newId();
  const read = testSignal({ kind: 'read', articleId, visit: 'session-1' });
  await accept([read]);
  await pass();
  // From noon: across midnight, into the next day, and across another midnight.
  for (const hours of [11, 2, 12, 22]) {
    await clock.advance(hours * HOUR_MS);
    await maintainPartitions(database, new Date(clock.now()));
    await accept([read]);
    await pass();
    assert.equal(
      (await countsOf(database, [articleId])).get(articleId)?.reads,
      1,
      `after ${hours} more hours`,
    );
  }
  await accept([{ ...read, visit: 'session-2' }]);
  await pass();
  assert.equal((await countsOf(database, [articleId])).get(articleId)?.reads, 2);
});

test('PG-3: keys of reads are kept as long as their repetitions are recognised', () => {
  const keys = PARTITIONED_TABLES.find(({ table }) => table === 'signal_keys');
  assert.equal(keys?.period, 'day');
  assert.ok((keys?.keep ?? 0) * 24 * HOUR_MS >= DEDUP_WINDOW_MS);
});
