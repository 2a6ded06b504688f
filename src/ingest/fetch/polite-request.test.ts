import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int4, int8, nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import {
  addTestSource,
  rss,
  startTestCrawling,
  type TestSite,
  testCrawl,
  testSite,
} from '../flow.testing.ts';
import { hostOf, leaseHost, updateLeasedHosts } from '../schedule/hosts.ts';
import { findSource } from '../sources/registry.ts';

const LONG_MS = 60_000;

test('FETCH-2: a redirect to a free host leases it for the request, and both hosts rest afterwards', async () => {
  const restMs = 20_000;
  const context = await testCrawl({ hostDelayMs: restMs });
  const target = await feedSite();
  const origin = await testSite((_, response) =>
    response.writeHead(302, { location: `${target.url}/feed` }).end(),
  );
  const id = await addTestSource(context, { url: `${origin.url}/feed` });
  await crawlOnce(context);
  assert.deepEqual(await outcomes(context), [{ outcome: 'changed', status: 200, error: null }]);
  for (const { url } of [origin, target]) {
    const { ms, dueMs } = await hostAt(context, url);
    assert.ok(ms > 0 && ms <= restMs, `${ms} ms of rest`);
    assert.equal(dueMs === null, url === target.url, 'nothing is due at the target of the redirect');
  }
  const source = await findSource(context.database, id);
  assert.deepEqual([source?.host, source?.movedTo], [hostOf(origin.url), null]);
});

test('FETCH-2: a redirect to a busy host is not followed; the source waits and does not fail', async () => {
  const context = withFixedRandom(await testCrawl());
  const target = await feedSite();
  const origin = await testSite((_, response) =>
    response.writeHead(307, { location: `${target.url}/feed` }).end(),
  );
  const id = await addTestSource(context, { url: `${origin.url}/feed` });
  const other = await leaseHost(context.database, hostOf(target.url), LONG_MS);
  assert.ok(other.kind === 'leased');
  const crawling = startTestCrawling(context);
  await crawling.drain();
  assert.equal(target.requests.length, 0);
  const waiting = await findSource(context.database, id);
  assert.deepEqual(
    [waiting?.failures, waiting?.lastError, waiting?.lastSuccessAt, waiting?.movedTo],
    [0, null, null, null],
  );
  const waitMs = (waiting?.nextCrawlAt?.getTime() ?? 0) - (waiting?.lastFetchAt?.getTime() ?? 0);
  assert.ok(waitMs > 0 && waitMs <= LONG_MS, `${waitMs} ms until its next request`);
  const [moved] = await outcomes(context);
  assert.deepEqual(moved, { outcome: 'moved', status: 307, error: `waits for ${hostOf(target.url)}` });

  await context.database.execute(sql`update crawl_hosts set busy_until = now()`);
  await dueNow(context);
  await crawling.drain();
  await crawling.stop();
  assert.equal(target.requests.length, 1);
  assert.deepEqual(
    (await outcomes(context)).map(({ outcome }) => outcome),
    ['moved', 'changed'],
  );
});

test('FETCH-2: a rate-limited host gets no request for as long as it asked', async () => {
  const context = withFixedRandom(await testCrawl());
  const target = await testSite((_, response) => response.writeHead(429, { 'retry-after': '300' }).end());
  const answer = (path: string) => `${target.url}${path}`;
  const origin = await testSite(({ path }, response) =>
    response.writeHead(302, { location: answer(path) }).end(),
  );
  for (const n of [1, 2, 3])
    await addTestSource(context, { url: `${origin.url}/feed/${n}`, name: `Source ${n}` });
  await crawlOnce(context);
  assert.equal(origin.requests.length, 3, 'only the other host is rate-limited');
  assert.equal(target.requests.length, 1);
  assert.deepEqual(
    (await outcomes(context)).map(({ outcome, status }) => `${outcome} ${status}`),
    ['failed 429', 'moved 302', 'moved 302'],
  );
  const [there, here] = [await hostAt(context, target.url), await hostAt(context, origin.url)];
  assert.ok(there.ms > 290_000 && here.ms < 1_000, `${there.ms} and ${here.ms} ms of rest`);
  const { soonest } = await context.database.one(
    row({ soonest: int4 }),
    sql`select (extract(epoch from min(next_crawl_at) - now()) * 1000)::int as soonest from source_schedule`,
  );
  assert.ok(soonest > 290_000, `asked again in ${soonest} ms`);
});

test('FETCH-4: a failure after a redirect counts against the host that failed', async () => {
  const context = withFixedRandom(await testCrawl());
  const target = await testSite((_, response) => response.writeHead(500).end());
  const origin = await testSite((_, response) => response.writeHead(302, { location: target.url }).end());
  const id = await addTestSource(context, { url: `${origin.url}/feed` });
  await crawlOnce(context);
  assert.equal((await hostAt(context, target.url)).failures, 1);
  assert.equal((await hostAt(context, origin.url)).failures, 0);
  assert.equal((await findSource(context.database, id))?.failures, 1);
});

test('SRC-9: a permanent redirect to a busy host moves the source there, and it is fetched when the host is free', async () => {
  const context = withFixedRandom(await testCrawl());
  const target = await feedSite();
  const origin = await testSite((_, response) =>
    response.writeHead(301, { location: `${target.url}/new` }).end(),
  );
  const id = await addTestSource(context, { url: `${origin.url}/feed` });
  await leaseHost(context.database, hostOf(target.url), LONG_MS);
  const crawling = startTestCrawling(context);
  await crawling.drain();
  const moved = await findSource(context.database, id);
  assert.deepEqual([moved?.movedTo, moved?.host], [`${target.url}/new`, hostOf(target.url)]);
  assert.equal(target.requests.length, 0);
  await context.database.execute(sql`update crawl_hosts set busy_until = now()`);
  await dueNow(context);
  await crawling.drain();
  await crawling.stop();
  assert.deepEqual([origin.requests.length, target.requests.map(({ path }) => path)], [1, ['/new']]);
});

test('FETCH-2: with many redirects to it, a host still has one request at a time, each after its delay', async () => {
  const delayMs = 60;
  // Sources whose redirect meets a busy host wait for up to a lease.
  const context = await testCrawl({ hostDelayMs: delayMs, leaseMs: 4_000 }, { limits: { totalMs: 2_000 } });
  const target = await feedSite();
  for (let n = 0; n < 8; n++) {
    const origin = await testSite(({ path }, response) =>
      response.writeHead(n % 2 === 0 ? 302 : 301, { location: `${target.url}${path}/${n}` }).end(),
    );
    await addTestSource(context, { url: `${origin.url}/feed` });
  }
  for (let n = 0; n < 4; n++)
    await addTestSource(context, { url: `${target.url}/own/${n}`, name: `Own ${n}` });
  await crawlOnce(context);
  const gaps = target.requests.slice(1).map(({ at }, index) => at - (target.requests[index]?.at ?? 0));
  assert.equal(target.maxOpen(), 1);
  assert.ok(Math.min(...gaps) >= delayMs - 1, `the shortest pause was ${Math.min(...gaps)} ms`);
  const { fetched, failed } = await context.database.one(
    row({ fetched: int8, failed: int8 }),
    sql`
      select count(*) filter (where last_success_at is not null) as fetched,
        count(*) filter (where failures > 0) as failed
      from source_schedule
    `,
  );
  assert.deepEqual([fetched, failed], [12, 0], 'every source was fetched');
});

test('FETCH-2: a redirect back to the visited host is followed after its pause', async () => {
  const context = await testCrawl({ hostDelayMs: 150 });
  const between = await testSite((_, response) =>
    response.writeHead(302, { location: `${origin.url}/end` }).end(),
  );
  const origin = await testSite(({ path, headers }, response) => {
    if (path === '/end') response.end(rss([{ path: `http://${headers.host}/a`, title: 'A' }]));
    else response.writeHead(302, { location: between.url }).end();
  });
  await addTestSource(context, { url: `${origin.url}/feed` });
  await crawlOnce(context);
  const [first, second] = origin.requests;
  assert.ok(first && second && second.at - first.at >= 149, 'not before its delay');
  assert.deepEqual(await outcomes(context), [{ outcome: 'changed', status: 200, error: null }]);
});

test('PARSE-4: waiting for a busy host, or for its robots.txt, is not an attempt to fetch a page', async () => {
  const context = withFixedRandom(await testCrawl());
  const target = await testSite((_, response) => response.writeHead(404).end());
  const isBarred = { robots: true, page: true };
  const origin = await testSite(({ path, headers }, response) => {
    const there = { location: `${target.url}${path}` };
    if (path === '/feed')
      response.end(rss([{ path: `http://${headers.host}/story`, title: 'Title', text: 'A summary.' }]));
    else if (path === '/robots.txt' && isBarred.robots) response.writeHead(301, there).end();
    else if (path === '/story' && isBarred.page) response.writeHead(302, there).end();
    else response.writeHead(404).end();
  });
  await addTestSource(context, { url: `${origin.url}/feed`, readsPages: true });
  await leaseHost(context.database, hostOf(target.url), LONG_MS);
  const crawling = startTestCrawling(context);
  for (const barred of ['robots', 'page'] as const) {
    await crawling.drain();
    const page = await waitingPage(context);
    assert.equal(page.attempts, 0, barred);
    assert.ok(page.ms > 0 && page.ms <= LONG_MS, `${barred}: again in ${page.ms} ms`);
    isBarred[barred] = false;
    await context.database.execute(sql`update crawl_pages set not_before = now()`);
    await context.database.execute(
      sql`update crawl_hosts set due_at = now() where host = ${hostOf(origin.url)}`,
    );
  }
  await crawling.drain();
  await crawling.stop();
  assert.equal(target.requests.length, 0);
  assert.deepEqual(
    origin.requests.map(({ path }) => path),
    ['/feed', '/robots.txt', '/robots.txt', '/story', '/story'],
  );
  assert.deepEqual(
    (await outcomes(context)).map(({ outcome }) => outcome),
    ['changed', 'moved', 'moved', 'changed', 'moved', 'failed'],
  );
});

test('SCHED-1: a visit that lost the lease of a redirect target writes nothing to it', async () => {
  const { database } = await testCrawl();
  const first = await leaseHost(database, 'a.example', LONG_MS);
  assert.equal((await leaseHost(database, 'a.example', LONG_MS)).kind, 'busy');
  await database.execute(sql`update crawl_hosts set busy_until = now()`);
  const second = await leaseHost(database, 'a.example', LONG_MS);
  assert.ok(first.kind === 'leased' && second.kind === 'leased' && second.leaseToken > first.leaseToken);
  const change = { hold_ms: 0, failed: true, slow_ms: 0 };
  await database.transaction(tx => updateLeasedHosts(tx, [{ ...first, ...change }]));
  const busy = await leaseHost(database, 'a.example', LONG_MS);
  assert.ok(busy.kind === 'busy' && busy.ms > LONG_MS / 2);
  // Both in one transaction: the valid lease must not make the other one valid.
  await database.transaction(tx =>
    updateLeasedHosts(tx, [
      { ...first, ...change, hold_ms: 2 * LONG_MS },
      { ...second, ...change, failed: false },
    ]),
  );
  assert.equal((await leaseHost(database, 'a.example', LONG_MS)).kind, 'leased');
});

/** A site with a feed at every path, which counts concurrent requests. */
async function feedSite(): Promise<TestSite & { maxOpen(): number }> {
  let open = 0;
  let maxOpen = 0;
  const site = await testSite(({ path, headers }, response) => {
    maxOpen = Math.max(maxOpen, ++open);
    response.on('close', () => open--);
    response.end(rss([{ path: `http://${headers.host}/article${path}`, title: `At ${path}` }]));
  });
  return { ...site, maxOpen: () => maxOpen };
}

/** Fetches that wait for a busy host return in the middle of the time until its lease ends. */
function withFixedRandom(context: IngestContext): IngestContext {
  return { ...context, random: { ...context.random, fraction: () => 0.5 } };
}

async function crawlOnce(context: IngestContext): Promise<void> {
  const crawling = startTestCrawling(context);
  await crawling.drain();
  await crawling.stop();
}

function dueNow({ database }: IngestContext) {
  return database.transaction(async tx => {
    await tx.execute(sql`update source_schedule set next_crawl_at = now()`);
    await tx.execute(sql`
      update crawl_hosts set due_at = now() where host in (select host from source_schedule)
    `);
  });
}

function outcomes({ database }: IngestContext) {
  return database.many(
    row({ outcome: text, status: nullable(int4), error: nullable(text) }),
    sql`select outcome, status, error from fetches order by at, id`,
  );
}

function hostAt({ database }: IngestContext, url: string) {
  return database.one(
    row({ ms: int4, due_ms: nullable(int4), failures: int4 }),
    sql`
      select (extract(epoch from busy_until - now()) * 1000)::int as ms,
        (extract(epoch from due_at - now()) * 1000)::int as due_ms, failures
      from crawl_hosts
      where host = ${hostOf(url)}
    `,
  );
}

function waitingPage({ database }: IngestContext) {
  return database.one(
    row({ attempts: int4, ms: int4 }),
    sql`
      select attempts, (extract(epoch from not_before - now()) * 1000)::int as ms
      from crawl_pages
    `,
  );
}
