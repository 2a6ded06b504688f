import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { batchOf } from '../../src/ingest/dedup/articles.testing.ts';
import { articlesAtUrls } from '../../src/ingest/dedup/articles.ts';
import { disagreements, NO_DISAGREEMENT, testStore } from '../../src/ingest/dedup/store.testing.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { eventually } from '../../test/harness/eventually.ts';

const { database, url, clock, store } = await testStore();
const random = seededRandom(9);

test('DEDUP-4: after repeated kill -9 of a storing process, keys, articles and events agree exactly', async () => {
  let next = 0;
  let cutOff = 0;
  for (let kills = 0; kills < 5; kills++) {
    const reached = await storeUntilKilled(next);
    assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
    // Reported batches are stored; of the next one everything or nothing is.
    if (reached >= next) assert.equal(await presentOf(reached), batchOf(reached).length);
    const present = await presentOf(reached + 1);
    assert.ok([0, batchOf(reached + 1).length].includes(present), `${present} of a batch`);
    if (present === 0) cutOff++;
    next = reached + 1;
  }
  assert.ok(cutOff > 0, 'no kill hit the middle of a batch');
  // The next process is not delayed and has nothing to repair.
  await store(...batchOf(next));
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
});

/** Kills it some batches later, at any moment of the next batch; returns the last batch that it reported. */
async function storeUntilKilled(first: number): Promise<number> {
  const child = fork(PROCESS, [url, String(first), String(clock.now())]);
  const [kill, exit] = [Promise.withResolvers<void>(), once(child, 'exit')];
  const enough = first + 1 + Math.floor(random.fraction() * 4);
  let reached = first - 1;
  child.on('message', (batch: number) => {
    reached = batch;
    if (batch >= enough) kill.resolve();
  });
  await Promise.race([
    kill.promise,
    exit.then(() => Promise.reject(new Error('the process ended unexpectedly'))),
  ]);
  await systemClock.sleep(random.fraction() * 60);
  child.kill('SIGKILL');
  await exit;
  await eventually(requireNoProcessLeft);
  return reached;
}

/** The server notices that the client is gone when it next reads or writes. */
async function requireNoProcessLeft(): Promise<void> {
  const { others } = await database.one(
    row({ others: int8 }),
    sql`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and application_name = 'storing'
    `,
  );
  assert.equal(others, 0);
}

async function presentOf(batch: number): Promise<number> {
  return (
    await articlesAtUrls(
      database,
      batchOf(batch).map(({ url: address }) => address),
    )
  ).size;
}

const PROCESS = join(import.meta.dirname, 'ingest-process.ts');
