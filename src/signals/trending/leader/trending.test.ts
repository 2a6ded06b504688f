import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../../test/harness/eventually.ts';
import { createStoryFixtures } from '../../../../test/harness/story-fixtures.ts';
import { seededRandom } from '../../../lib/random.ts';
import type { Signal } from '../../../model/signal.ts';
import type { Database } from '../../../platform/database/port.ts';
import { bytea, int4, int8, nullable, row, text, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { EventLog } from '../../../platform/log/port.ts';
import { createMemoryTelemetry } from '../../../platform/telemetry/memory/memory.ts';
import { TRENDING_ENTERED } from '../../../streams.ts';
import { MAX_REACH, setReach } from '../../reach/reach.ts';
import { pick, testSignal, testSignals } from '../../signals.testing.ts';
import { TrendingBoard } from '../board.ts';
import { followSnapshots } from '../follow-snapshots.ts';
import type { ListName } from '../lists.ts';
import { recountHours } from '../recount/recount-hours.ts';

const SHARES: ListName = { window: '1h', of: 'articles', by: 'shares' };

test('TREND-2: 500 shares just before the edge of a window and 500 just after it count as 1,000', async () => {
  const { accept, newId, clock, database, trending, start, pass } = await testSignals();
  const article = newId();
  const edge = Math.ceil((clock.now() + 1) / 3_600_000) * 3_600_000;
  // Without this, rules would drop so many shares without views.
  await pass();
  await database.execute(sql`update signal_rules set is_active = false`);
  await clock.advance(edge - 1 - clock.now());
  const flow = await start();
  await accept(shares(500, article, 'before'));
  await flow.drained();
  await clock.advance(1);
  await accept(shares(500, article, 'after'));
  await flow.drained();
  for (const window of ['1m', '1h', '24h'] as const) {
    const [first] = trending.of({ ...SHARES, window });
    assert.deepEqual({ id: first?.id, shares: first?.shares }, { id: article, shares: 1000 }, window);
  }
  await flow.stop();
});

test('TREND-1: global, category, topic and country lists of articles and stories; merged stories are summed', async () => {
  const { database, accept, clock, trending, start } = await testSignals();
  const { source, article, story } = await createStoryFixtures(database, new Date(clock.now()));
  const paper = await source('The Paper');
  const [quake, after, vote] = [
    await article(paper, 'Quake'),
    await article(paper, 'After the quake'),
    await article(paper, 'Vote'),
  ];
  const quakeStory = await story([quake], { category: 'world', topics: ['asia'] });
  const afterStory = await story([after], { category: 'world', topics: ['asia'] });
  const voteStory = await story([vote], { category: 'politics', topics: ['elections'] });
  await accept([...shares(3, quake.id, 'a'), ...shares(4, after.id, 'b'), ...shares(5, vote.id, 'c', 'fr')]);
  const flow = await start();
  await flow.drained();
  const ids = (list: Partial<ListName>) => trending.of({ ...SHARES, ...list }).map(({ id }) => id);
  assert.deepEqual(ids({}), [vote.id, after.id, quake.id]);
  assert.deepEqual(ids({ dimension: { kind: 'category', value: 'world' } }), [after.id, quake.id]);
  assert.deepEqual(ids({ dimension: { kind: 'topic', value: 'elections' } }), [vote.id]);
  assert.deepEqual(ids({ dimension: { kind: 'country', value: 'fr' } }), [vote.id]);
  assert.deepEqual(ids({ of: 'stories' }), [voteStory, afterStory, quakeStory]);
  assert.deepEqual(ids({ by: 'reads' }), []);
  // The stories merge: their shares are added.
  await database.execute(
    sql`update story_articles set story_id = ${quakeStory} where story_id = ${afterStory}`,
  );
  await database.execute(
    sql`insert into story_redirects (from_id, into_id, at) values (${afterStory}, ${quakeStory}, now())`,
  );
  await flow.drained();
  assert.deepEqual(
    trending.of({ ...SHARES, of: 'stories' }).map(({ id, shares }) => [id, shares]),
    [
      [quakeStory, 7],
      [voteStory, 5],
    ],
  );
  await flow.stop();
});

test('TREND-8: a share by a signed-in reader weighs more, one without opening the article less; counts are unweighted', async () => {
  const { accept, newId, trending, pass } = await testSignals();
  const [known, unknown, unopened, unopenedAnonymous] = [newId(), newId(), newId(), newId()];
  const byReaders = [
    ...shares(2, known, 'k').map(signal => ({ ...signal, userId: newId() })),
    ...shares(3, unknown, 'u'),
  ];
  const views = byReaders.map(signal => ({ ...signal, kind: 'view' as const, seconds: 30 }));
  const withoutViews = [
    ...shares(2, unopened, 'm').map(signal => ({ ...signal, userId: newId() })),
    ...shares(4, unopenedAnonymous, 'n'),
  ];
  await accept([...views, ...byReaders, ...withoutViews]);
  await pass();
  assert.deepEqual(
    trending.of(SHARES).map(({ id, shares, score }) => ({ id, shares, score })),
    [
      { id: known, shares: 2, score: 2 },
      { id: unknown, shares: 3, score: 1.5 },
      { id: unopened, shares: 2, score: 1 },
      { id: unopenedAnonymous, shares: 4, score: 0.25 },
    ],
  );
});

test('TREND-8: a reach set for a user weighs their later shares, and a recount agrees', async () => {
  const { accept, newId, clock, database, log, trending, start } = await testSignals();
  const [ada, bea, cy] = [newId(), newId(), newId()];
  await database.execute(sql`
    insert into users (id, email, display_name, created_at, updated_at)
    select id, id || '@example.org', 'Reader', now(), now() from unnest(${[ada, bea, cy]}::uuid[]) as id
  `);
  const reach = (userId: string, people: number) =>
    database.transaction(tx => setReach(tx, { userId, reach: people, now: new Date(clock.now()) }));
  assert.ok(await reach(ada, 8));
  assert.ok(await reach(bea, MAX_REACH));
  assert.ok(!(await reach(newId(), 8)), 'unknown user');
  const [byAda, byBea, byCy, unopened] = [newId(), newId(), newId(), newId()];
  const opensAndShares = (userId: string, articleId: string, id: string) => {
    const share = testSignal({ kind: 'share', articleId, id, visitor: userId, userId });
    return [{ ...share, kind: 'view' as const, seconds: 30 }, share];
  };
  const flow = await start();
  await accept([
    ...opensAndShares(ada, byAda, '1'),
    ...opensAndShares(bea, byBea, '2'),
    ...opensAndShares(cy, byCy, '3'),
    testSignal({ kind: 'share', articleId: unopened, id: '4', visitor: bea, userId: bea }),
  ]);
  await flow.drained();
  const scores = () => new Map(trending.of({ ...SHARES, window: '24h' }).map(({ id, score }) => [id, score]));
  assert.deepEqual(
    scores(),
    new Map([
      [byBea, 8],
      [byAda, 4],
      [byCy, 1],
      [unopened, 0.5],
    ]),
  );
  // Counted shares keep their weight; later ones weigh one.
  assert.ok(await reach(ada, 1));
  const later = newId();
  await accept(opensAndShares(ada, later, '5'));
  await flow.drained();
  const counted = scores();
  assert.deepEqual([counted.get(byAda), counted.get(later)], [4, 1]);
  await clock.advance(3_600_000 + 6 * 60_000);
  await flow.drained();
  assert.ok((await recountHours({ clock, database, log })).hours > 0);
  await flow.drained();
  assert.deepEqual(scores(), counted);
  await flow.stop();
});

test('TREND-4: after crashes between checkpoint and commit, lists equal a recount', async () => {
  const random = seededRandom(5);
  const { accept, newId, clock, database, trending, start, log } = await testSignals();
  const articles = Array.from({ length: 20 }, newId);
  const checkpoints: Checkpoint[] = [{ head: null, windows: null }];
  let flow = await start();
  for (let round = 0; round < 12; round++) {
    const batch = Array.from({ length: 40 }, (_, n) =>
      testSignal({
        kind: pick(random, ['share', 'read'] as const),
        articleId: pick(random, articles),
        visitor: `visitor-${round}-${n}`,
        id: `id-${round}-${n}`,
      }),
    );
    await accept(batch);
    if (random.fraction() < 0.5) await accept(batch);
    await clock.advance(Math.floor(random.fraction() * 40_000));
    if (random.fraction() < 0.5) {
      await flow.stop();
      checkpoints.push(await checkpointOf(database));
      // The next leader finds a checkpoint that is older than the position of the group.
      await lastCheckpointLost(database, pick(random, checkpoints));
      flow = await start(random.fraction() < 0.5 ? failingRead(5) : undefined);
    }
  }
  await log.replay('trending', new Date(0));
  await flow.drained();
  await flow.stop();
  const recounted = await recount(database, clock.now());
  const listed = trending.of({ ...SHARES, by: 'blend', window: '24h' });
  assert.deepEqual(new Map(listed.map(({ id, shares, reads }) => [id, { shares, reads }])), recounted);
});

test('TREND-4: a leader that was replaced while paused cannot write results', async () => {
  const { accept, newId, database, trending, start } = await testSignals();
  const article = newId();
  const flow = await start();
  await accept(shares(1, article, 'a'));
  await flow.drained();
  await database.execute(sql`update trending_state set epoch = epoch + 1`);
  await accept(shares(1, article, 'b'));
  await assert.rejects(flow.drained(), /counted by another process/);
  const stored = await database.one(
    row({ news: text }),
    sql`select news from trending_lists where span = '1h'`,
  );
  await flow.drained();
  assert.deepEqual(
    trending.of(SHARES).map(each => each.shares),
    [2],
    'it started again with a new epoch',
  );
  assert.notEqual(
    (await database.one(row({ news: text }), sql`select news from trending_lists where span = '1h'`)).news,
    stored.news,
  );
  await flow.stop();
});

test('TREND-6: minute lists are published every second, hour lists every 5 s, day lists every 30 s', async () => {
  const { accept, newId, clock, log, trending, start } = await testSignals();
  const article = newId();
  const published = { '1m': 0, '1h': 0, '24h': 0 };
  trending.onSnapshot(({ window }) => published[window]++);
  const flow = await start();
  // A new leader publishes all windows.
  await eventually(() => assert.deepEqual(published, { '1m': 1, '1h': 1, '24h': 1 }));
  const isCounted = async () => {
    for (const { group, stream, position, end } of await log.groups())
      assert.ok(position >= end, `${group} has handled ${position} of ${end} of ${stream}`);
  };
  for (let second = 1; second <= 30; second++) {
    // Unchanged lists are not published.
    await accept([testSignal({ kind: 'read', articleId: article, visitor: `reader ${second}` })]);
    await eventually(isCounted);
    await clock.advance(1_000);
    const since = (every: number) => 1 + Math.floor(second / every);
    const expected = { '1m': since(1), '1h': since(5), '24h': since(30) };
    await eventually(async () => {
      // Work of the last second may end after the clock moved: this wakes the next run.
      await clock.advance(0);
      assert.deepEqual(published, expected);
    });
  }
  assert.deepEqual(
    (['1m', '1h', '24h'] as const).map(window => trending.of({ ...SHARES, by: 'reads', window })[0]?.reads),
    [30, 30, 30],
  );
  await flow.stop();
});

test('BREAK-3: reads and shares of the busiest stories are stored every minute, for two days', async () => {
  const { database, accept, clock, start } = await testSignals();
  const { source, article, story } = await createStoryFixtures(database, new Date(clock.now()));
  const quake = await article(await source('The Paper'), 'Quake');
  const quakeStory = await story([quake]);
  const storedRows = () =>
    database.many(
      row({ story_id: uuid, count: int4, minutes_ago: int4 }),
      sql`
        select story_id, count, (extract(epoch from ${new Date(clock.now())}::timestamptz - minute) / 60)::integer as minutes_ago
        from story_engagement
      `,
    );
  const flow = await start();
  await accept(shares(3, quake.id, 'a'));
  await flow.drained();
  await eventually(async () => {
    await clock.advance(1_000);
    // On a slow machine a minute may end between the shares; the next one contains all.
    const rows = await storedRows();
    assert.equal(Math.max(...rows.map(({ count }) => count)), 3);
    assert.ok(rows.every(({ storyId }) => storyId === quakeStory));
  });
  await clock.advance(3 * 86_400_000);
  await accept(shares(2, quake.id, 'b'));
  await flow.drained();
  await eventually(async () => {
    await clock.advance(1_000);
    const rows = await storedRows();
    assert.equal(Math.max(...rows.map(({ count }) => count)), 2);
    // Each attempt moves the clock, and a slow machine needs many.
    assert.ok(rows.every(({ minutesAgo }) => minutesAgo < 60));
  });
  await flow.stop();
});

test('TREND-6: other processes receive the newest snapshots and ignore older ones', async () => {
  const { accept, newId, clock, database, telemetry, trending, start } = await testSignals();
  const article = newId();
  const flow = await start();
  await accept(shares(2, article, 'a'));
  await flow.drained();
  const remoteBoard = new TrendingBoard();
  const following = await followSnapshots({ clock, database, telemetry, trending: remoteBoard });
  assert.deepEqual(remoteBoard.of(SHARES), trending.of(SHARES));
  const arrived = new Promise<void>(resolve => {
    const off = remoteBoard.onSnapshot(({ window }) => {
      if (window !== '1h') return;
      off();
      resolve();
    });
  });
  await accept(shares(3, article, 'b'));
  await flow.drained();
  await arrived;
  assert.deepEqual(
    remoteBoard.of(SHARES).map(each => each.shares),
    [5],
  );
  const snapshot = remoteBoard.edition('1h');
  assert.ok(snapshot);
  remoteBoard.put({ ...snapshot, version: snapshot.version - 1, lists: {} });
  assert.equal(remoteBoard.of(SHARES).length, 1);
  await following.close();
  await flow.stop();
});

test('OBS-2: the freshness is the age of the newest list; a leader without news renews it after 20 seconds', async () => {
  const { accept, newId, clock, database, start, pass } = await testSignals();
  const telemetry = createMemoryTelemetry();
  const trending = new TrendingBoard();
  const following = await followSnapshots({ clock, database, telemetry, trending });
  const freshness = async () => {
    await telemetry.metrics.expose();
    return telemetry.metrics.value('trending_score_freshness_seconds', {});
  };
  assert.equal(await freshness(), undefined, 'no list yet');
  await accept(shares(1, newId(), 'a'));
  await pass();
  await eventually(async () => assert.equal(await freshness(), 0));
  await clock.advance(95_000);
  assert.equal(await freshness(), 95);
  const flow = await start();
  await eventually(async () => {
    await clock.advance(1_000);
    assert.ok(Number(await freshness()) < 95);
  });
  const renewedAt = Number(trending.newestAt);
  await clock.advance(20_000);
  await eventually(async () => {
    await clock.advance(1);
    assert.ok(Number(trending.newestAt) > renewedAt);
  });
  await flow.stop();
  await following.close();
});

test('TREND-9: an item that enters the top of a list is announced once, also after a restart', async () => {
  const { accept, newId, log, pass } = await testSignals();
  const [first, second] = [newId(), newId()];
  await accept(shares(2, first, 'a'));
  await pass();
  await accept([...shares(3, second, 'b'), ...shares(1, first, 'c')]);
  await pass();
  const announced = (
    await Promise.all([0, 1, 2, 3].map(partition => log.read(TRENDING_ENTERED, partition, 1n, 100)))
  ).flat();
  assert.deepEqual(new Set(announced.map(({ key }) => key)), new Set([first, second]));
  assert.equal(announced.length, 2);
});

function shares(times: number, articleId: string, name: string, country = 'de'): Signal[] {
  return Array.from({ length: times }, (_, n) =>
    testSignal({
      kind: 'share',
      articleId,
      id: `${name}-${n}`,
      visitor: `${name}-${n}`,
      from: { address: `192.0.2.${n % 250}`, userAgent: 'Mozilla/5.0', country },
    }),
  );
}

/** Simulates a crash before the last checkpoint: restores an older one, or none. */
async function lastCheckpointLost(database: Database, before: Checkpoint): Promise<void> {
  await database.execute(sql`update trending_state set head = ${before.head}, windows = ${before.windows}`);
}

function checkpointOf(database: Database): Promise<Checkpoint> {
  return database.one(
    row({ head: nullable(text), windows: nullable(bytea) }),
    sql`select head, windows from trending_state`,
  );
}

interface Checkpoint {
  readonly head: string | null;
  readonly windows: Buffer | null;
}

/** A log whose nth read fails. */
function failingRead(nth: number): (log: EventLog) => EventLog {
  let reads = 0;
  return log => ({
    ...log,
    read: (...args) => {
      if (++reads === nth) throw new Error('machine stopped');
      return log.read(...args);
    },
  });
}

async function recount(database: Database, now: number) {
  const rows = await database.many(
    row({ article_id: uuid, shares: int8, reads: int8 }),
    sql`
      select article_id, count(*) filter (where kind = 'share') as shares, count(*) filter (where kind = 'read') as reads
      from signals where dropped_by is null and at > ${new Date(now - 86_400_000)}
      group by article_id
    `,
  );
  return new Map(rows.map(({ articleId, shares, reads }) => [articleId, { shares, reads }]));
}
