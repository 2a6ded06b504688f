import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import { serve, testOutbound } from '../../../platform/outbound/outbound.testing.ts';
import { reason } from '../../../reasons.ts';
import { type Discovery, discover } from './discover.ts';

const outbound = testOutbound();

test('SRC-2: the address of a feed gives the feed itself, with a preview', async () => {
  const { at, requested } = await site({ '/feed': RSS });
  const { candidates } = await look(`${at}/feed`);
  assert.deepEqual(candidates[0], {
    url: `${at}/feed`,
    kind: 'feed',
    title: 'The News',
    format: 'rss-2.0',
    language: 'en',
    homePage: 'https://news.example/',
    itemCount: 2,
    sample: [
      { title: 'First', url: 'https://news.example/1', publishedAt: '2026-01-02T10:00:00.000Z' },
      { title: 'Second', url: 'https://news.example/2', publishedAt: null },
    ],
  });
  assert.deepEqual(requested, ['/feed'], 'one request is enough');
});

test('SRC-2: the feeds that a page names are read, comment feeds last, and invalid ones are reported', async () => {
  const { at } = await site({
    '/': page(
      ['/comments/feed', '/main.rss', '/gone'].map(
        href => `<link rel="alternate" type="application/rss+xml" href="${href}">`,
      ),
    ),
    '/main.rss': RSS,
    '/comments/feed': RSS.replace('The News', 'Comments'),
  });
  const { candidates, rejected } = await look(at);
  assert.deepEqual(
    candidates.map(({ url }) => url),
    [`${at}/main.rss`, `${at}/comments/feed`],
  );
  assert.deepEqual(rejected, [{ url: `${at}/gone`, reason: reason('http-status', { status: '404' }) }]);
});

test('SRC-2: without a named feed, common paths are tried until one works', async () => {
  const { at, requested } = await site({ '/': page([]), '/rss.xml': RSS });
  assert.deepEqual(urls(await look(at)), [`${at}/rss.xml`]);
  assert.deepEqual(requested, ['/', '/robots.txt', '/feed', '/rss', '/rss.xml']);
});

test('SRC-2: a news sitemap that robots.txt names is a source', async () => {
  const files: Record<string, string> = { '/': page([]), '/sitemap-news.xml': NEWS_SITEMAP };
  const { at } = await site(files);
  files['/robots.txt'] =
    `User-agent: *\nDisallow: /feed\nSitemap: ${at}/sitemap.xml\nSitemap: ${at}/sitemap-news.xml\n`;
  const { candidates } = await look(at);
  assert.deepEqual(
    candidates.map(({ url, format }) => [url, format]),
    [[`${at}/sitemap-news.xml`, 'news-sitemap']],
  );
});

test('SRC-2: a split news sitemap gives its first part', async () => {
  const files: Record<string, string> = { '/': page([]), '/news/1.xml': NEWS_SITEMAP };
  const { at } = await site(files);
  files['/robots.txt'] = `Sitemap: ${at}/news-index.xml`;
  files['/news-index.xml'] =
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${at}/pages.xml</loc></sitemap><sitemap><loc>${at}/news/1.xml</loc></sitemap></sitemapindex>`;
  assert.deepEqual(urls(await look(at)), [`${at}/news/1.xml`]);
});

test('SRC-2: an error page may still name a feed, but is not a list of articles', async () => {
  const hidden = await site({ '/feed': RSS }, 403);
  assert.deepEqual(urls(await look(`${hidden.at}/`)), [`${hidden.at}/feed`]);
  const { at } = await site({});
  await assert.rejects(look(`${at}/nowhere`), /answered with HTTP 404, and no feed was found/);
});

test('FETCH-2: guessed paths obey robots.txt, and a rate-limited host gets no further requests', async () => {
  const strict = await site({ '/': page([]), '/robots.txt': 'User-agent: *\nDisallow: /', '/feed': RSS });
  assert.deepEqual(urls(await look(strict.at)), []);
  assert.deepEqual(strict.requested, ['/', '/robots.txt']);
  const tired = await site({ '/': page([]) }, 429);
  assert.deepEqual(urls(await look(tired.at)), []);
  assert.deepEqual(tired.requested, ['/', '/robots.txt']);
});

test('SRC-2: without a feed, the page is proposed as a list, with a sample', async () => {
  const headlines = [
    'council-votes-for-new-bridge',
    'museum-opens-its-doors-again',
    'river-rises-after-heavy-rain',
    'school-wins-the-regional-prize',
  ];
  const list = headlines.map(
    slug =>
      `<li class="teaser"><h2><a href="/2026/01/${slug}">${slug.replaceAll('-', ' ')} this week</a></h2></li>`,
  );
  const { at } = await site({
    '/': `<html lang="en"><head><title>Town News</title></head><body><ul>${list.join('')}</ul></body></html>`,
  });
  const [candidate] = (await look(at)).candidates;
  assert.deepEqual(
    [candidate?.kind, candidate?.title, candidate?.language, candidate?.itemCount],
    ['scrape', 'Town News', 'en', 4],
  );
  assert.equal(candidate?.sample[0]?.url, `${at}/2026/01/council-votes-for-new-bridge`);
});

test('SRC-2: an empty result is valid, and an unreadable address is a Problem', async () => {
  const { at, requested } = await site({ '/': '<p>hello' });
  const { candidates, isComplete } = await look(at);
  assert.deepEqual([candidates, isComplete], [[], true]);
  assert.ok(requested.length <= 14, `${requested.length} requests`);
  for (const [url, code] of [
    ['http://10.0.0.1/', 'address-unreadable'],
    ['hello', 'validation-failed'],
  ])
    await assert.rejects(look(url ?? ''), error => error instanceof Problem && error.code === code);
});

function look(url: string): Promise<Discovery> {
  return discover({ outbound, clock: systemClock, delayMs: 0 }, url);
}

function urls({ candidates }: Discovery): string[] {
  return candidates.map(({ url }) => url);
}

/** A site with some files, which records the requested paths. */
async function site(
  files: Record<string, string>,
  missing = 404,
): Promise<{ at: string; requested: string[] }> {
  const requested: string[] = [];
  const at = await serve((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const file = files[path];
    response.writeHead(file === undefined ? missing : 200, {
      'content-type': file?.startsWith('<html') ? 'text/html' : 'text/plain',
    });
    response.end(file ?? 'no');
  });
  return { at, requested };
}

function page(links: readonly string[]): string {
  return `<html><head><title>A page</title>${links.join('')}</head><body><p>Hello.</p></body></html>`;
}

const RSS = `<rss version="2.0"><channel><title>The News</title><link>https://news.example/</link><language>en</language>
<item><title>First</title><link>https://news.example/1</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item>
<item><title>Second</title><link>https://news.example/2</link></item></channel></rss>`;

const NEWS_SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc>https://news.example/1</loc><news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>
<news:publication_date>2026-01-02</news:publication_date><news:title>First</news:title></news:news></url></urlset>`;
