import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { ManualClock } from '../../lib/clock.ts';
import { int4, int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import { addTestSource, rss, startTestCrawling, testCrawl, testSite } from '../flow.testing.ts';
import { startIngest } from '../flow.ts';
import { claimHosts } from '../schedule/claim.ts';
import { HostLease, HostLeaseLost } from '../schedule/lease.ts';
import { listProblems } from '../sources/problems.ts';
import { findSource, removeSource, resumeSource } from '../sources/registry.ts';
import { scheduleNow } from '../sources/remedies.ts';
import { createCommitter } from '../store/commit.ts';
import { createFetchCounts } from './metrics.ts';

test('SCHED-1: a host has one visit at a time, and writes with an expired lease are discarded', async () => {
  const context = await testCrawl();
  const id = await addTestSource(context, { url: 'http://127.0.0.1:9999/feed' });
  const [first] = await claimHosts(context.database, 10, 60_000);
  assert.deepEqual(await claimHosts(context.database, 10, 60_000), [], 'taken');
  await context.database.execute(sql`update crawl_hosts set busy_until = now()`);
  const [second] = await claimHosts(context.database, 10, 60_000);
  assert.ok(first && second && second.leaseToken > first.leaseToken);
  const commits = createCommitter(context);
  const finding = {
    visit: first,
    sourceId: id,
    articles: [],
    waitingForPage: [],
    complete: () => assert.fail(),
  };
  await assert.rejects(commits(finding), HostLeaseLost);
  assert.equal(await countOf(context, 'fetches'), 0);
});

test('SCHED-1: a request starts only in the first half of a lease', () => {
  const lease = new HostLease({ host: 'a.example', leasedAt: performance.now() - 400_000 }, 1_000_000);
  lease.assertValid();
  const late = new HostLease({ host: 'a.example', leasedAt: performance.now() - 600_000 }, 1_000_000);
  assert.throws(() => late.assertValid(), HostLeaseLost);
  late.renew(performance.now() - 900_000, late.holdMs(500_000));
  late.assertValid();
});

test('fault 15: a shutdown releases hosts immediately, to rest only for their pause', async () => {
  const context = await testCrawl({ hostDelayMs: 300, leaseMs: 60_000 });
  const site = await testSite(() => undefined);
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startIngest(context);
  await eventually(() => assert.equal(site.requests.length, 1));
  await crawling.stop();
  const { ms } = await context.database.one(
    row({ ms: int4 }),
    sql`select (extract(epoch from claimable_at - now()) * 1000)::int as ms from crawl_hosts`,
  );
  assert.ok(ms <= 300, `claimable in ${ms} ms`);
  assert.equal(
    (await findSource(context.database, id))?.failures,
    0,
    'our own end is no fault of the source',
  );
});

test('FETCH-2: a visit fetches robots.txt once for all pages, and then obeys its delay', async () => {
  const context = await testCrawl();
  const site = await testSite(({ path, headers }, response) => {
    if (path === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 0.2\n');
    else if (path === '/feed')
      response.end(
        rss([1, 2, 3].map(n => ({ path: `http://${headers.host}/${n}`, title: `T${n}`, text: 'S' }))),
      );
    else response.writeHead(404).end();
  });
  await addTestSource(context, { url: `${site.url}/feed`, readsPages: true });
  const crawling = startIngest(context);
  await crawling.drain();
  await crawling.stop();
  assert.equal(site.requests.filter(({ path }) => path === '/robots.txt').length, 1);
  const pages = site.requests.filter(({ path }) => path !== '/feed');
  const gaps = pages.slice(1).map(({ at }, index) => at - (pages[index]?.at ?? 0));
  assert.equal(gaps.length, 3);
  assert.ok(Math.min(...gaps) >= 199, `${gaps}`);
  assert.equal(
    await countOf(context, 'articles'),
    3,
    'without its page, an article keeps the content of the feed',
  );
});

test('SRC-9: a permanent redirect moves the source to its new host', async () => {
  const context = await testCrawl();
  const target = await testSite(({ headers }, response) =>
    response.end(rss([{ path: `http://${headers.host}/a`, title: 'A' }])),
  );
  const origin = await testSite((_, response) =>
    response.writeHead(301, { location: `${target.url}/new` }).end(),
  );
  const id = await addTestSource(context, { url: `${origin.url}/feed` });
  const crawling = startIngest(context);
  await crawling.drain();
  const moved = await findSource(context.database, id);
  assert.deepEqual([moved?.movedTo, moved?.host], [`${target.url}/new`, new URL(target.url).host]);
  await context.database.transaction(tx => resumeSource(tx, id));
  await crawling.drain();
  await crawling.stop();
  assert.deepEqual([origin.requests.length, target.requests.length], [1, 2]);
});

test('SCHED-3: the limits of a feed apply while it is not modified', async () => {
  const context = await testCrawl();
  const site = await testSite(({ headers }, response) => {
    if (headers['if-none-match']) response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"1"' })
        .end('<rss version="2.0"><channel><title>t</title><ttl>240</ttl></channel></rss>');
  });
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startIngest(context);
  for (let visit = 1; visit <= 2; visit++) {
    await crawling.drain();
    assert.equal((await findSource(context.database, id))?.adaptedSeconds, 240 * 60, `visit ${visit}`);
    await context.database.transaction(tx => resumeSource(tx, id));
  }
  await crawling.drain();
  await crawling.stop();
  assert.equal((await listProblems(context.database, { limit: 9 }))[0]?.kind, 'empty');
});

test('a document that the database rejects fails alone, and its source backs off', async () => {
  const context = await testCrawl({ batchMs: 300 });
  await context.database.transaction(tx =>
    tx.script(`alter table articles add constraint no_poison check (title <> 'Poison')`),
  );
  const titles = ['Poison', 'Good', 'Better'];
  const ids: string[] = [];
  for (const title of titles) {
    const site = await testSite(({ headers }, response) =>
      response.end(rss([{ path: `http://${headers.host}/x`, title }])),
    );
    ids.push(await addTestSource(context, { url: `${site.url}/feed` }));
  }
  const crawling = startIngest(context);
  await crawling.drain();
  await crawling.stop();
  const errors = await Promise.all(ids.map(async id => (await findSource(context.database, id))?.lastError));
  assert.deepEqual(errors, ['the document could not be stored', null, null]);
  assert.equal(await countOf(context, 'articles'), 2);
});

test('SRC-3: a source that is removed during its fetch leaves no articles', async () => {
  const context = await testCrawl();
  let answer: () => void = () => undefined;
  const site = await testSite(({ headers }, response) => {
    answer = () => response.end(rss([{ path: `http://${headers.host}/x`, title: 'X' }]));
  });
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startIngest(context);
  await eventually(() => assert.equal(site.requests.length, 1));
  await context.database.transaction(tx => removeSource(tx, id));
  answer();
  await crawling.drain();
  await crawling.stop();
  assert.equal(await countOf(context, 'articles'), 0);
});

test('SRC-4: a source that becomes due during its fetch is fetched again, because the response may be older', async () => {
  const context = await testCrawl();
  const answers: (() => void)[] = [];
  const site = await testSite(({ headers }, response) => {
    const number = answers.length + 1;
    const items = Array.from({ length: number }, (_, n) => ({
      path: `http://${headers.host}/${n}`,
      title: `News ${n}`,
    }));
    answers.push(() => response.end(rss(items)));
  });
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startTestCrawling(context);
  await eventually(() => assert.equal(site.requests.length, 1));
  await context.database.transaction(tx => scheduleNow(tx, id));
  answers[0]?.();
  await eventually(() => assert.equal(site.requests.length, 2));
  answers[1]?.();
  await crawling.drain();
  assert.equal(await countOf(context, 'articles'), 2);
  assert.equal(site.requests.length, 2, 'no further requests');
});

test('OBS-2: gauges report the failures of the last five minutes and the overdue sources', async () => {
  const clock = new ManualClock();
  const counts = createFetchCounts(clock);
  assert.equal(counts.failureRatio(), null);
  counts.count(true);
  await clock.advance(60_000);
  for (let n = 0; n < 3; n++) counts.count(false);
  assert.equal(counts.failureRatio(), 0.25);
  await clock.advance(240_000);
  assert.equal(counts.failureRatio(), 0);
  await clock.advance(300_000);
  assert.equal(counts.failureRatio(), null);

  const context = await testCrawl();
  for (const n of [1, 2, 3, 4]) await addTestSource(context, { url: `http://127.0.0.1:9/${n}` });
  await context.database.execute(sql`update crawl_hosts set due_at = null`);
  await context.database.execute(sql`
    update source_schedule set next_crawl_at = now() - interval '20 minutes'
    where source_id = (select id from sources order by url limit 1)
  `);
  const crawling = startIngest(context);
  const { body } = await context.telemetry.metrics.expose();
  await crawling.stop();
  assert.match(body, /^sources_overdue_ratio\S* 0\.25$/m);
});

async function countOf({ database }: IngestContext, table: 'articles' | 'fetches'): Promise<number> {
  const statement =
    table === 'articles' ? sql`select count(*) from articles` : sql`select count(*) from fetches`;
  return (await database.one(row({ count: int8 }), statement)).count;
}
