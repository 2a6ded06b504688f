import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../../test/harness/eventually.ts';
import { seededRandom } from '../../../lib/random.ts';
import type { Signal } from '../../../model/signal.ts';
import type { Database } from '../../../platform/database/port.ts';
import { row, text } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { pick, testSignal, testSignals } from '../../signals.testing.ts';
import { TrendingBoard } from '../board.ts';
import { recountHours } from '../recount/recount-hours.ts';
import { rebuildTrending } from './rebuild-trending.ts';

test('ALL-6: trending rebuilt from the log equals the original, after any damage', async () => {
  const { accept, pass, clock, signals, trending, ...deps } = await trendingSignals();
  for (let hour = 0; hour < 4; hour++) {
    await accept(signals.slice(hour * 60, hour * 60 + 60));
    await clock.advance(3_600_000);
  }
  await accept(signals.slice(240));
  await pass();
  await recountHours({ clock, ...deps });
  await pass();
  const original = listsOf(trending);
  const hours = await storedHours(deps.database);
  assert.ok(original.every(list => list.length > 5));
  for (const damage of [
    sql`update trending_state set head = null, windows = null`,
    sql`update trending_state set windows = '\\x00'`,
    sql`delete from trending_state`,
    sql`with gone as (delete from trending_snapshots) delete from trending_hours`,
  ]) {
    await deps.database.execute(damage);
    const board = new TrendingBoard();
    await rebuildTrending({ clock, ...deps, board });
    assert.deepEqual(listsOf(board), original);
    assert.deepEqual(await storedHours(deps.database), hours);
    await pass();
    assert.deepEqual(listsOf(trending), original, 'as a leader continues');
  }
});

test('ALL-6: a running leader continues from rebuilt counts, and a rebuild that is killed changes none', async () => {
  const { accept, start, clock, signals, trending, ...deps } = await trendingSignals();
  const flow = await start();
  await accept(signals.slice(0, 200));
  await flow.drained();
  const original = listsOf(trending);
  const killed = () => {
    throw new Error('killed');
  };
  const board = new TrendingBoard();
  await assert.rejects(rebuildTrending({ clock, ...deps, board, onProgress: killed }), /killed/);
  await flow.drained();
  assert.deepEqual(listsOf(trending), original);
  const sending: Promise<void>[] = [];
  const onProgress = () => sending.push(accept(signals.slice(200)));
  await rebuildTrending({ clock, ...deps, board, onProgress: () => sending.length === 0 && onProgress() });
  await Promise.all(sending);
  // The old leader finds the new epoch with its next list, and another begins.
  await eventually(async () => {
    await clock.advance(1_000);
    await flow.drained();
    const counted = trending.of({ window: '24h', of: 'articles', by: 'shares' });
    assert.equal(
      counted.reduce((sum, { shares }) => sum + shares, 0),
      signals.filter(({ kind }) => kind === 'share').length,
    );
  });
  await flow.stop();
});

async function trendingSignals() {
  const { database, telemetry, clock, newId, log, trending, accept, start, pass } = await testSignals();
  await pass();
  await database.execute(sql`update signal_rules set is_active = false`);
  const random = seededRandom(9);
  const articles = Array.from({ length: 15 }, newId);
  const signals = Array.from({ length: 300 }, (_, number): Signal => {
    const kind = pick(random, ['read', 'share'] as const);
    const from = { address: '192.0.2.1', userAgent: 'Mozilla/5.0', country: pick(random, ['de', 'fr', '']) };
    const by = { id: `${number}`, visitor: `visitor-${number}`, visit: `${number}` };
    return testSignal({ kind, articleId: pick(random, articles.slice(0, 1 + (number % 15))), ...by, from });
  });
  return { database, telemetry, clock, log, trending, accept, start, pass, signals };
}

/** Articles with the same score have no order of their own: signals of one moment are counted in any order. */
function listsOf(board: TrendingBoard) {
  return (['1h', '24h'] as const).flatMap(window =>
    (['shares', 'reads', 'blend'] as const).map(by =>
      board
        .of({ window, of: 'articles', by })
        .map(({ id, shares, reads, score }) => ({ id, shares, reads, score }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
    ),
  );
}

function storedHours(database: Database) {
  return database.many(
    row({ line: text }),
    sql`
      select line from (
        select hour || ' ' || length(sums) as line from trending_hours
        union all
        select span || ' ' || list || ' ' || at || ' ' || ids::text || ' ' || shares::text from trending_snapshots
      ) as lines
      order by line
    `,
  );
}
