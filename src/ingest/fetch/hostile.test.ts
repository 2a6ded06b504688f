import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { int4, type RowOf, row, text, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { addTestSource, rss, startTestCrawling, testCrawl, testSite } from '../flow.testing.ts';
import { listProblems } from '../sources/problems.ts';
import { findSource } from '../sources/registry.ts';
import { brotliBomb, chunk, dripping, endlessly, gzipBomb, head, rawSite } from './hostile.testing.ts';

const XML = 'content-type: application/rss+xml';

/** Each occupies the crawler in a different way, fails with a clear message, and backs off like any failing source. */
const FAILING: readonly HostileCase[] = [
  {
    name: 'one byte a second',
    says: /within the total time/,
    answer: socket => {
      socket.write(head([XML, 'content-length: 100000']));
      dripping(socket, 'x', 200);
    },
  },
  {
    name: 'headers that never end',
    says: /head|in time|too (?:large|long|many)|within the total time/,
    answer: socket =>
      endlessly(socket, Buffer.from(`HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(500)}`)),
  },
  { name: 'silence', says: /in time|within the total time/, answer: () => undefined },
  {
    // Whichever limit is reached first: on a slow machine, time.
    name: 'a body without end',
    says: /large|more than|bytes|within the total time/,
    answer: socket => {
      socket.write(head([XML]));
      endlessly(socket, Buffer.alloc(65_536, 'news '));
    },
  },
  { name: 'a gzip bomb', says: /decompresses|large|more than/, answer: coded('gzip', gzipBomb) },
  { name: 'a brotli bomb', says: /decompresses|large|more than/, answer: coded('br', brotliBomb) },
  {
    name: 'a circle of redirects',
    says: /in a loop/,
    answer: socket => socket.end(head(['location: /feed', 'content-length: 0'], '302 Found')),
  },
  {
    name: 'redirects without end',
    // On a slow machine the total time runs out first.
    says: /too many times|within the total time/,
    answer: (socket, path) =>
      socket.end(head([`location: ${path}x`, 'content-length: 0', 'connection: close'], '301 Moved')),
  },
  ...['http://169.254.169.254/latest/', 'http://10.0.0.1/', 'http://[::1]/', 'http://0x0a000001/'].map(
    inside => ({
      name: `a redirect to ${inside}`,
      says: /private address/,
      answer: (socket: Socket) =>
        void socket.end(head([`location: ${inside}`, 'content-length: 0'], '302 Found')),
    }),
  ),
  {
    name: 'a redirect to a file',
    says: /redirect|not requested|scheme|http/,
    answer: socket => socket.end(head(['location: file:///etc/passwd', 'content-length: 0'], '302 Found')),
  },
  {
    name: 'less than the length that was announced',
    says: /closed the connection in the middle/,
    answer: socket => socket.end(`${head([XML, 'content-length: 5000'])}<rss>`),
  },
  {
    name: 'a chunked body that is cut off',
    says: /closed the connection in the middle/,
    answer: socket => socket.end(`${head([XML, 'transfer-encoding: chunked'])}${chunk('<rss>')}`),
  },
  {
    name: 'two lengths that differ',
    says: /length|response|understood/,
    answer: socket => socket.end(`${head([XML, 'content-length: 5', 'content-length: 6'])}<rss>x`),
  },
  {
    name: 'a login page',
    problem: 'not-a-feed',
    says: /./,
    answer: page('<html><body><form action="/login"><input type="password"></form></body></html>'),
  },
  {
    name: 'a redirect to the login page',
    problem: 'login',
    says: /./,
    answer: (socket, path) =>
      path === '/feed'
        ? void socket.end(head(['location: /login?next=feed', 'content-length: 0'], '302 Found'))
        : page('<html><body>Sign in</body></html>')(socket, path),
  },
  {
    name: 'nothing at all',
    problem: 'not-a-feed',
    says: /./,
    answer: page(''),
  },
  {
    name: 'eight megabytes of nested elements',
    problem: 'not-a-feed',
    says: /./,
    answer: page(`<x>${'<a>'.repeat(2_700_000)}`),
  },
];

test('FETCH-4, SRC-8: every hostile source fails with a clear message, while other hosts are fetched', async () => {
  const names = await startNameServer(() => ['10.0.0.1']);
  // Silent sources take this long, and a busy machine must manage to read the largest document within it.
  const limits = { totalMs: 8_000 };
  const context = await testCrawl({ concurrency: 60 }, { dns: { servers: [names.address] }, limits });
  const ids: string[] = [];
  for (const { name, answer } of FAILING)
    ids.push(await addTestSource(context, { name, url: `${await rawSite(answer)}/feed` }));
  ids.push(
    await addTestSource(context, { name: 'a name that leads inside', url: 'http://inner.example/feed' }),
  );
  const before = process.memoryUsage().rss;
  const crawling = startTestCrawling(context);
  const good = await testSite(({ headers }, response) =>
    response.end(rss([{ path: `http://${headers.host}/x`, title: 'Good' }])),
  );
  await eventually(() => assert.ok(context.outbound.usage().exchanges > 0));
  await addTestSource(context, { name: 'good', url: `${good.url}/feed` });
  await eventually(() => assert.equal(good.requests.length, 1), 60_000);
  // True at any speed of the machine: other sources were still in progress.
  const found = await Promise.all(ids.map(id => findSource(context.database, id)));
  assert.ok(
    found.some(source => !source?.lastFetchAt),
    'the good source waited for all the hostile ones',
  );
  await eventually(async () => {
    for (const id of ids) assert.ok((await findSource(context.database, id))?.lastFetchAt, id);
  }, 120_000);
  await crawling.stop();
  const grown = (process.memoryUsage().rss - before) / 1_048_576;
  assert.ok(grown < 400, `memory grew by ${Math.round(grown)} MB`);

  const problems = await listProblems(context.database, { limit: 100 });
  for (const [index, id] of ids.entries()) {
    const { name, says, problem } = FAILING[index] ?? { name: 'inside', says: /private address/ };
    const source = await findSource(context.database, id);
    assert.equal(source?.failures, 1, name);
    assert.match(source?.lastError ?? '', says, name);
    assert.ok((source?.nextCrawlAt?.getTime() ?? 0) > (source?.lastFetchAt?.getTime() ?? 0) + 59_000, name);
    const kinds = problems.filter(({ sourceId }) => sourceId === id).map(({ kind }) => kind);
    assert.deepEqual(kinds, problem ? [problem] : [], name);
  }
});

test('PARSE-3: entity bombs and DTDs expand to nothing, and the content around them is read', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`,
  ).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  const body = `${bomb}${rss([{ path: 'http://a.example/1', title: 'Before &j; &file; after' }]).slice(21)}`;
  const articles = await crawled(body);
  assert.equal(articles.length, 1);
  assert.ok((articles[0]?.title.length ?? 0) < 300);
  assert.doesNotMatch(JSON.stringify(articles), /root:|aaaaaaaaaaaaaaaaaaaa/);
});

test('PARSE-5: scripts in every field leave a clean article', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
  const escaped = evil.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const item = (n: number, link: string) => `<item><title>${escaped} T${n}</title><link>${link}</link>
    <guid>javascript:alert(${n})</guid><author>${escaped}</author><category>${escaped}</category>
    <comments>javascript:alert(3)</comments><enclosure url="javascript:alert(4)" type="audio/mpeg" length="1"/>
    <description><![CDATA[${evil}<p style="background:url(javascript:1)" onclick="x()">Text <a href="javascript:alert(5)">a</a>
    <svg><script>alert(6)</script></svg><iframe src="http://evil.example"></iframe><base href="http://evil.example/">
    <meta http-equiv="refresh" content="0;url=http://evil.example"><form action="http://evil.example"><input></form></p>]]></description></item>`;
  const articles = await crawled(
    `<rss version="2.0"><channel><title>${escaped}</title>${item(1, 'http://a.example/1')}${item(2, 'javascript:alert(7)')}</channel></rss>`,
  );
  assert.equal(articles.length, 2);
  for (const { html, url, image, extras } of articles) {
    assert.doesNotMatch(html, /<script|onerror|onclick|javascript:|<iframe|<base|<meta|<form|<svg/i);
    assert.doesNotMatch(`${url} ${image} ${extras}`, /javascript:/i);
    assert.match(html, /Text/);
  }
});

test('PARSE-2: feeds of 5,000 items, with absurd dates, NUL bytes and mixed encodings are stored', async () => {
  const many = await crawled(
    rss(
      Array.from({ length: 5_000 }, (_, n) => ({
        path: `http://a.example/${n}`,
        title: `N${n}`,
        text: long(n),
      })),
    ),
  );
  assert.equal(new Set(many.map(({ title }) => title)).size, 5_000);
  assert.ok(many.every(({ html }) => html.length > 900));

  const dated = [
    'Mon, 01 Jan 0001 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    '-271821-04-20',
    '99999999999999999',
    'yesterday-ish',
  ];
  const odd = await crawled(
    `<rss version="2.0"><channel><title>t</title>${dated
      .map(
        (date, n) =>
          `<item><title>a\0b\u{1}c</title><link>http://a.example/${n}</link><pubDate>${date}</pubDate></item>`,
      )
      .join('')}</channel></rss>`,
  );
  assert.equal(odd.length, dated.length);
  for (const { at, title } of odd) {
    assert.ok(Math.abs(at.getTime() - Date.now()) < 3_600_000, `${at}`);
    assert.doesNotMatch(title, /\p{Cc}/u);
  }

  const mixed = Buffer.concat([
    Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>t</title><item><title>caf',
    ),
    Buffer.from([0xe9, 0x20, 0xff, 0xfe, 0xc3, 0xa9, 0xed, 0xa0, 0x80]),
    Buffer.from('</title><link>http://a.example/m</link></item></channel></rss>'),
  ]);
  const [article] = await crawled(mixed);
  assert.match(article?.title ?? '', /^caf/);
});

/** A long text with realistic markup; 5,000 of them nearly fill the largest accepted document. */
function long(n: number): string {
  const sentence = `The council moved its vote on the <a href="/about/${n}">harbour</a> to <em>May</em> &amp; no one knew why. `;
  return `${sentence.repeat(6)}</p><p>${sentence.repeat(4)}`;
}

/** The articles of a document. */
async function crawled(body: string | Buffer): Promise<StoredArticle[]> {
  const context = await testCrawl({}, { limits: { totalMs: 60_000 } });
  const site = await testSite((_, response) =>
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body),
  );
  const id = await addTestSource(context, { url: `${site.url}/feed` });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  await crawling.stop();
  assert.equal((await findSource(context.database, id))?.lastError, null);
  return context.database.many(
    StoredArticle,
    sql`
      select title, url, body_html as html, coalesce(image_url, '') as image, coalesce(extras::text, '') as extras,
        published_at as at, word_count as words
      from articles
    `,
  );
}

function page(body: string): HostileCase['answer'] {
  return socket =>
    void socket.end(
      `${head(['content-type: text/html', `content-length: ${Buffer.byteLength(body)}`])}${body}`,
    );
}

function coded(coding: string, body: () => Buffer): HostileCase['answer'] {
  const bytes = body();
  return socket => {
    socket.write(head([XML, `content-encoding: ${coding}`, `content-length: ${bytes.length}`]));
    socket.end(bytes);
  };
}

const StoredArticle = row({
  title: text,
  url: text,
  html: text,
  image: text,
  extras: text,
  at: timestamptz,
  words: int4,
});
type StoredArticle = RowOf<typeof StoredArticle>;

interface HostileCase {
  readonly name: string;
  readonly says: RegExp;
  readonly problem?: string;
  readonly answer: (socket: Socket, path: string) => void;
}
