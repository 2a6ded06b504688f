import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../lib/random.ts';
import type { Signal } from '../model/signal.ts';
import type { Database } from '../platform/database/port.ts';
import { int8, nullable, row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { EventLog } from '../platform/log/port.ts';
import { countsOf } from './counts/read-counts.ts';
import { verifyCounts } from './counts/verify-counts.ts';
import { pick, testSignal, testSignals } from './signals.testing.ts';

test('EVT-2: a read counts once per visitor, article and session, however often it is sent', async () => {
  const { accept, newId, pass, database } = await testSignals();
  const article = newId();
  const read = testSignal({ kind: 'read', articleId: article, visit: 'session-1' });
  await Promise.all(Array.from({ length: 30 }, () => accept([read, read])));
  await pass();
  await accept([read]);
  await accept([{ ...read, visitor: 'another' }]);
  await pass();
  assert.equal((await countsOf(database, [article])).get(article)?.reads, 2);
});

test('OBS-2: the dedup rate is the share of repeated signals in the last five minutes, without heartbeats', async () => {
  const { accept, newId, start, clock, telemetry } = await testSignals();
  const articleId = newId();
  const read = testSignal({ kind: 'read', articleId });
  const share = testSignal({ kind: 'share', articleId, id: 'share-1' });
  const rate = async () => {
    await telemetry.metrics.expose();
    return telemetry.metrics.value('read_event_dedup_rate', {});
  };
  const flow = await start();
  assert.equal(await rate(), undefined);
  await accept([read, share, read, testSignal({ kind: 'view', articleId })]);
  await flow.drained();
  await accept([read]);
  await flow.drained();
  assert.equal(await rate(), 0.5);
  await clock.advance(300_000);
  assert.equal(await rate(), undefined);
  await flow.stop();
});

test('RULE-1: a visit is one view, after ten seconds of attention', async () => {
  const { accept, newId, pass, database, clock } = await testSignals();
  const [article, glanced] = [newId(), newId()];
  for (const seconds of [5, 15, 25, 35]) {
    await accept([testSignal({ kind: 'view', articleId: article, seconds })]);
    await clock.advance(10_000);
  }
  await accept([testSignal({ kind: 'view', articleId: glanced, seconds: 9 })]);
  await pass();
  const counts = await countsOf(database, [article, glanced]);
  assert.equal(counts.get(article)?.views, 1);
  assert.equal(counts.get(glanced)?.views, undefined);
});

test('RULE-2: a dropped signal is stored with its rule and without data of the sender', async () => {
  const { accept, newId, pass, database } = await testSignals();
  const from = { address: '192.0.2.9', userAgent: 'NewsBot/1.0', country: '' };
  await accept([testSignal({ kind: 'share', id: 'a', articleId: newId(), from })]);
  await pass();
  const kept = await database.one(
    row({ dropped_by: nullable(text), words: text }),
    sql`select dropped_by, row_to_json(signals)::text as words from signals`,
  );
  assert.equal(kept.droppedBy, 'crawlers');
  assert.ok(!kept.words.includes('192.0.2.9') && !kept.words.includes('NewsBot'));
});

test('RULE-4: counts are exact after retries, failures and takeovers by other processes', async () => {
  const random = seededRandom(11);
  const { accept, newId, clock, database, start } = await testSignals();
  const articles = Array.from({ length: 12 }, newId);
  const done = Array.from({ length: 400 }, (_, number): Signal => {
    const kind = pick(random, ['read', 'share', 'view', 'feedback'] as const);
    const visitor = `visitor-${number}`;
    const detail = kind === 'share' ? 'link' : kind === 'feedback' ? 'save' : '';
    return testSignal({ kind, detail, visitor, articleId: pick(random, articles), id: `id-${number}` });
  });
  let flow = await start(failing('signals.valid', 5));
  // Each visitor sends one signal here, so no sharer has opened the article.
  await database.execute(sql`update signal_rules set is_active = false where id = 'shares-without-views'`);
  for (let at = 0; at < done.length; at += 20) {
    const batch = done.slice(at, at + 20);
    await accept(batch);
    // A client without a response retries.
    if (random.fraction() < 0.4) await accept([...batch].reverse());
    await clock.advance(1_500);
    if (random.fraction() < 0.3) {
      await flow.stop();
      flow = await start(failing('signals.valid', 7));
    }
  }
  await flow.drained();
  await flow.stop();
  assert.deepEqual(await totals(database), {
    views: done.filter(({ kind }) => kind === 'view').length,
    reads: done.filter(({ kind }) => kind === 'read').length,
    shares: done.filter(({ kind }) => kind === 'share').length,
    saves: done.filter(({ kind }) => kind === 'feedback').length,
  });
  const params = { now: new Date(clock.now()), storedAfter: new Date(0) };
  assert.deepEqual(await verifyCounts(database, params), []);
  // It reports a count that is too high and a missing row.
  const [more = '', gone = ''] = articles;
  await database.execute(sql`
    update article_counts set reads = reads + 1
    where (article_id, shard) = (select article_id, shard from article_counts where article_id = ${more} limit 1)
  `);
  await database.execute(sql`delete from article_counts where article_id = ${gone}`);
  const found = await verifyCounts(database, params);
  assert.deepEqual(new Set(found.map(({ articleId }) => articleId)), new Set([more, gone]));
});

test('LOG-6: a replay from the beginning changes nothing', async () => {
  const { accept, newId, log, pass, database } = await testSignals();
  const article = newId();
  await accept([
    testSignal({ kind: 'view', articleId: article }),
    testSignal({ kind: 'share', id: 'one', articleId: article }),
    testSignal({ kind: 'read', articleId: article }),
  ]);
  await pass();
  const before = await totals(database);
  assert.deepEqual(before, { views: 1, reads: 1, shares: 1, saves: 0 });
  await log.replay('rules', new Date(0));
  await pass();
  assert.deepEqual(await totals(database), before);
});

function totals(database: Database) {
  return database.one(
    row({ views: int8, reads: int8, shares: int8, saves: int8 }),
    sql`
      select coalesce(sum(views), 0)::bigint as views, coalesce(sum(reads), 0)::bigint as reads,
        coalesce(sum(shares), 0)::bigint as shares, coalesce(sum(saves), 0)::bigint as saves
      from article_counts
    `,
  );
}

/** A log in which every nth append to the stream fails, after all other steps. */
function failing(stream: string, nth: number): (log: EventLog) => EventLog {
  let appends = 0;
  return log => ({
    ...log,
    declare: settings => log.declare(settings),
    consume: (options, handle) => log.consume(options, handle),
    read: (...args) => log.read(...args),
    append: (tx, to, events) => {
      if (to.name === stream && ++appends % nth === 0) throw new Error('machine stopped');
      log.append(tx, to, events);
    },
  });
}
