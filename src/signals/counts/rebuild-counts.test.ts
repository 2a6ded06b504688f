import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveAndDrop, testEventArchive } from '../../../test/harness/event-archive.ts';
import { seededRandom } from '../../lib/random.ts';
import type { Signal } from '../../model/signal.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { SIGNALS_VALID } from '../../streams.ts';
import { pick, testSignal, testSignals } from '../signals.testing.ts';
import { rebuildCounts } from './rebuild-counts.ts';
import { verifyCounts } from './verify-counts.ts';

test('ALL-6: counts rebuilt from archived and stored events equal the original', async () => {
  const { accept, signals, pass, database, log, archive } = await counted();
  await accept(signals.slice(0, 300));
  await pass();
  await archiveAndDrop(database, archive, SIGNALS_VALID);
  await accept(signals.slice(300));
  await pass();
  const original = await allCounts(database);
  assert.ok(original.length > 50);
  assert.deepEqual(await rebuildCounts({ database, log }), { corrected: 0, unknown: 0 });
  for (const damage of [
    sql`delete from article_counts`,
    sql`update article_counts set views = views + 3, shares = 0 where shard % 2 = 0`,
    sql`insert into article_counts (article_id, shard, likes) values (gen_random_uuid(), 3, 9)`,
  ]) {
    await database.execute(damage);
    const { corrected } = await rebuildCounts({ database, log });
    assert.ok(corrected > 0);
    assert.deepEqual(await allCounts(database), original);
  }
});

test('ALL-6: a rebuild that is interrupted anywhere is completed by the next', async () => {
  const { accept, signals, pass, database, log } = await counted();
  await accept(signals);
  await pass();
  const original = await allCounts(database);
  for (const calls of [1, 4, 9, 14]) {
    await database.execute(sql`update article_counts set reads = reads + 1`);
    let left = calls;
    const onProgress = () => {
      if (--left === 0) throw new Error('killed');
    };
    await assert.rejects(rebuildCounts({ database, log, onProgress }), /killed/);
    await rebuildCounts({ database, log });
    assert.deepEqual(await allCounts(database), original, `after ${calls}`);
  }
});

test('ALL-6: counts are rebuilt while signals arrive, and by two runs at once', async () => {
  const { accept, signals, start, database, log, clock } = await counted();
  const flow = await start();
  await accept(signals.slice(0, 200));
  await flow.drained();
  await database.execute(sql`update article_counts set views = views + 5, reads = 0`);
  let sent = 200;
  const onProgress = async () => {
    if (sent >= signals.length) return;
    sent += 20;
    await accept(signals.slice(sent - 20, sent));
  };
  const sending: Promise<void>[] = [];
  const during = () => void sending.push(onProgress());
  await Promise.all([1, 2].map(() => rebuildCounts({ database, log, onProgress: during })));
  await Promise.all(sending);
  await flow.drained();
  await flow.stop();
  assert.ok(sent > 300, 'signals arrived meanwhile');
  const recounted = await verifyCounts(database, { now: new Date(clock.now()), storedAfter: new Date(0) });
  assert.deepEqual(recounted, []);
});

test('ALL-6: articles from before the first event that exists keep their counts', async () => {
  const { accept, signals, pass, database, log } = await counted();
  await accept(signals);
  await pass();
  await database.execute(sql`update log_events set "offset" = "offset" + 10`);
  await database.execute(sql`update log_partitions set last_offset = last_offset + 10`);
  await database.execute(sql`update article_counts set shares = 77`);
  const before = await allCounts(database);
  const { corrected, unknown } = await rebuildCounts({ database, log });
  assert.deepEqual({ corrected, unknown }, { corrected: 0, unknown: before.length });
  assert.deepEqual(await allCounts(database), before);
});

async function counted() {
  const archive = await testEventArchive();
  const tools = await testSignals({ archive });
  // Without this, rules would drop so many signals of few addresses.
  await tools.pass();
  await tools.database.execute(sql`update signal_rules set is_active = false`);
  const random = seededRandom(5);
  const articles = Array.from({ length: 12 }, tools.newId);
  const signals = Array.from({ length: 600 }, (_, number): Signal => {
    const kind = pick(random, ['read', 'share', 'view', 'feedback'] as const);
    const detail = kind === 'share' ? 'link' : kind === 'feedback' ? pick(random, FEEDBACK) : '';
    const signal = { kind, detail, id: `${number}`, articleId: pick(random, articles) };
    return testSignal({ ...signal, visitor: `visitor-${number % 90}`, visit: `${number}` });
  });
  return { ...tools, archive, signals };
}

function allCounts(database: Database) {
  return database.many(
    row({ line: text }),
    sql`
      select line from (
        select article_counts::text as line from article_counts
        where views + reads + shares + saves + likes + dislikes + hides <> 0
      ) as rows
      order by line
    `,
  );
}

const FEEDBACK = ['save', 'like', 'dislike', 'hide-source'];
