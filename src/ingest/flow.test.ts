import assert from 'node:assert/strict';
import test from 'node:test';
import { int4, nullable, row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addTestSource, rss, startTestCrawling, testCrawl, testSite } from './flow.testing.ts';
import { listProblems } from './sources/problems.ts';
import { findSource, resumeSource } from './sources/registry.ts';

test('a source is fetched, its articles are stored once and appended to the log, and the next fetch is conditional', async () => {
  const context = await testCrawl();
  const site = await testSite(({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else
      response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"v1"' }).end(
        rss([
          { path: `http://${headers.host}/a?utm_source=x`, title: 'One' },
          { path: `http://${headers.host}/b`, title: 'Two' },
        ]),
      );
  });
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  const articles = await context.database.many(
    row({ url: text, title: text }),
    sql`select url, title from articles order by url`,
  );
  assert.deepEqual(articles, [
    { url: `${site.url}/a?utm_source=x`, title: 'One' },
    { url: `${site.url}/b`, title: 'Two' },
  ]);
  const [stream] = (await context.log.streams()).filter(({ name }) => name === 'articles.new');
  assert.equal(stream?.events, 2n);

  await context.database.transaction(tx => resumeSource(tx, id));
  await crawling.drain();
  await crawling.stop();
  assert.deepEqual(
    (await fetchesOf(context)).map(({ outcome, status, stored }) => [outcome, status, stored]),
    [
      ['changed', 200, 2],
      ['unchanged', 304, 0],
    ],
  );
  const early = await context.database.many(
    row({ id: text }),
    sql`select id::text from fetches where at < due_at`,
  );
  assert.deepEqual(early, [], 'SCHED-2: never before its time');
});

test('PARSE-4: an article whose feed gives only a summary is stored with the text of its page', async () => {
  const context = await testCrawl();
  const body = Array.from(
    { length: 12 },
    (_, n) =>
      `<p>Paragraph ${n} tells at some length what happened at the harbour, who saw it, and what the town will do about it next week.</p>`,
  ).join('');
  const site = await testSite(({ path, headers }, response) => {
    if (path === '/robots.txt') response.writeHead(200).end('User-agent: *\nDisallow: /private\n');
    else if (path === '/feed')
      response.writeHead(200).end(
        rss(
          ['/story', '/private/story'].map(at => ({
            path: `http://${headers.host}${at}`,
            title: `Title of ${at}`,
            text: 'Only a summary.',
          })),
        ),
      );
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<html lang="en"><head><title>T</title></head><body><article><h1>Title</h1>${body}</article></body></html>`,
        );
  });
  await addTestSource(context, { url: `${site.url}/feed`, readsPages: true });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  await crawling.stop();
  const articles = await context.database.many(
    row({ title: text, origin: text, word_count: int4 }),
    sql`select title, origin, word_count from articles order by title`,
  );
  assert.deepEqual(
    articles.map(({ title, origin }) => [title, origin]),
    [
      ['Title of /private/story', 'feed'],
      ['Title of /story', 'page'],
    ],
  );
  assert.ok((articles[1]?.wordCount ?? 0) > 200);
  assert.ok(!site.requests.some(({ path }) => path.startsWith('/private')), 'pages obey robots.txt');
});

test('SCHED-4, SRC-8: failures back off, five in a row appear in the inbox, and a success clears them', async () => {
  const context = await testCrawl();
  let isBroken = true;
  const site = await testSite(({ headers }, response) => {
    if (isBroken) response.writeHead(500).end();
    else response.writeHead(200).end(rss([{ path: `http://${headers.host}/x`, title: 'X' }]));
  });
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startTestCrawling(context);
  for (let failure = 1; failure <= 5; failure++) {
    await crawling.drain();
    const source = await findSource(context.database, id);
    assert.equal(source?.failures, failure);
    const wait = (source.nextCrawlAt?.getTime() ?? 0) - (source.lastFetchAt?.getTime() ?? 0);
    assert.ok(wait >= 60_000 * 2 ** (failure - 1) - 1_000, `waits ${wait} ms after failure ${failure}`);
    assert.equal((await listProblems(context.database, { limit: 10 })).length, failure >= 5 ? 1 : 0);
    isBroken = failure < 5;
    await dueNow(context);
  }
  await crawling.drain();
  await crawling.stop();
  const recovered = await findSource(context.database, id);
  assert.deepEqual([recovered?.failures, recovered?.lastError], [0, null]);
  assert.deepEqual(await listProblems(context.database, { limit: 10 }), []);
});

test('SCHED-4: 410 makes a source dead immediately, with a problem, and resuming revives it', async () => {
  const context = await testCrawl();
  const site = await testSite((_, response) => response.writeHead(410).end());
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  const dead = await findSource(context.database, id);
  assert.deepEqual([dead?.status, dead?.nextCrawlAt], ['dead', null]);
  assert.equal((await listProblems(context.database, { limit: 10 }))[0]?.kind, 'gone');
  await context.database.transaction(tx => resumeSource(tx, id));
  await crawling.drain();
  await crawling.stop();
  assert.equal(site.requests.length, 2);
});

test('FETCH-2: a host gets one request at a time, with a pause between them, and 429 ends the visit', async () => {
  const context = await testCrawl({ hostDelayMs: 80 });
  let open = 0;
  let max = 0;
  const site = await testSite(({ path, headers }, response) => {
    max = Math.max(max, ++open);
    response.on('close', () => open--);
    if (path === '/feed/6') response.writeHead(429, { 'retry-after': '120' }).end();
    else response.writeHead(200).end(rss([{ path: `http://${headers.host}${path}/x`, title: path }]));
  });
  for (let n = 0; n < 9; n++) await addTestSource(context, { url: `${site.url}/feed/${n}`, name: `S${n}` });
  const crawling = startTestCrawling(context);
  const { ms } = await untilSlowed(context);
  await crawling.stop();
  assert.equal(max, 1);
  assert.ok(site.requests.length <= 7, 'no request follows the 429');
  assert.ok(ms > 100_000, `the host rests as long as it asked: ${ms}`);
  const gaps = site.requests.slice(1).map(({ at }, index) => at - (site.requests[index]?.at ?? 0));
  assert.ok(Math.min(...gaps) >= 79, `the shortest pause was ${Math.min(...gaps)} ms`);
});

async function untilSlowed(context: Awaited<ReturnType<typeof testCrawl>>) {
  for (;;) {
    const { ms } = await context.database.one(
      row({ ms: nullable(int4) }),
      sql`select (extract(epoch from max(slowed_until) - now()) * 1000)::int as ms from crawl_hosts`,
    );
    if (ms !== null) return { ms };
    await context.clock.sleep(5);
  }
}

function dueNow({ database }: Awaited<ReturnType<typeof testCrawl>>) {
  return database.transaction(async tx => {
    await tx.execute(sql`update source_schedule set next_crawl_at = now() where next_crawl_at is not null`);
    await tx.execute(sql`update crawl_hosts set due_at = now(), busy_until = now()`);
  });
}

function fetchesOf({ database }: Awaited<ReturnType<typeof testCrawl>>) {
  return database.many(
    row({ outcome: text, status: nullable(int4), stored: int4 }),
    sql`select outcome, status, stored from fetches order by at`,
  );
}

test('SRC-5: articles of a list page and of an API are found, read and stored', async () => {
  const context = await testCrawl();
  const words = 'A sentence about the harbour and the ferry that came back at noon. '.repeat(20);
  const site = await testSite(({ path, headers }, response) => {
    const at = `http://${headers.host}`;
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (path === '/api')
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          data: [{ name: 'From the API', link: `${at}/news/api-story`, body: `<p>${words}</p>` }],
        }),
      );
    else if (path === '/list')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<body><ul>${[1, 2, 3].map(n => `<li class="story"><a href="/news/2026/story-number-${n}">Story number ${n} about the harbour</a></li>`).join('')}</ul></body>`,
        );
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<html><head><title>${path}</title></head><body><article><h1>${path}</h1><p>${words}</p><p>${words}</p></article></body></html>`,
        );
  });
  await addTestSource(context, {
    url: `${site.url}/list`,
    kind: 'scrape',
    settings: { scrape: { linkSelector: '.story a' } },
  });
  await addTestSource(context, {
    url: `${site.url}/api`,
    kind: 'api',
    settings: { api: { items: '/data', title: '/name', url: '/link', body: '/body' } },
  });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  await crawling.stop();
  const articles = await context.database.many(
    row({ title: text, origin: text }),
    sql`select title, origin from articles order by title`,
  );
  assert.deepEqual(
    articles.map(({ title, origin }) => `${origin}: ${title}`),
    ['api: From the API', ...[1, 2, 3].map(n => `page: Story number ${n} about the harbour`)],
  );
});
