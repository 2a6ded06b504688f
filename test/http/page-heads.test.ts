import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { webProgram } from '../harness/shared-programs.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { sendRequest } from './support/send-request.ts';

/** WEB-8, FEED-12: metadata of pages for search engines, link previews and feed readers. */
const site = await webProgram();
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Herald');
const ferry = await article(herald, 'A ferry runs aground');
const entities = [{ key: 'port-marrow', name: 'Port Marrow', kind: 'place' }];
const storyId = await story([ferry], { category: 'world', topics: ['europe'], entities });
await storyAnnouncer(site)([storyId]);

const PATHS_WITH_FEEDS = [
  '/',
  '/latest',
  '/topics/world',
  '/topics/europe',
  '/entities/port-marrow',
  '/countries/GB',
  `/sources/${herald}`,
  `/stories/${storyId}`,
];
const PUBLIC = [
  ...PATHS_WITH_FEEDS,
  '/breaking',
  '/trending',
  '/topics',
  '/countries',
  '/about',
  `/articles/${ferry.id}`,
];

test('WEB-8: every public page has one canonical address, a title, a description and a preview image', async () => {
  for (const path of PUBLIC) {
    const page = await get(path);
    assert.equal(attribute(page, 'link rel="canonical" href'), `${site.url}${path}`, path);
    assert.equal(attribute(page, 'meta property="og:url" content'), `${site.url}${path}`, path);
    for (const name of ['og:title', 'og:type', 'og:site_name', 'og:image', 'og:description'])
      assert.ok(attribute(page, `meta property="${name}" content`), `${path} ${name}`);
    assert.ok(attribute(page, 'meta name="description" content'), path);
    assert.doesNotMatch(page, /name="robots"/, path);
    const picture = attribute(page, 'meta property="og:image" content').replace(site.url, '');
    assert.equal((await sendRequest(site, { path: picture })).status, 200, picture);
  }
});

test('WEB-8: query parameters do not change the canonical address', async () => {
  const chosen = await get('/latest?language=all');
  assert.equal(attribute(chosen, 'link rel="canonical" href'), `${site.url}/latest`);
});

test('WEB-8, FEED-12: every feed page links to its Atom, RSS and JSON feeds, and the links work', async () => {
  for (const path of PATHS_WITH_FEEDS) {
    const page = await get(path);
    const links = [...page.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)];
    assert.deepEqual(
      links.map(([, type]) => type),
      ['application/atom+xml', 'application/rss+xml', 'application/feed+json'],
      path,
    );
    for (const [, type, href = ''] of links) {
      const feed = await sendRequest(site, { path: href });
      assert.equal(feed.status, 200, href);
      assert.ok(String(feed.headers['content-type']).startsWith(String(type)), href);
      assert.match(feed.text, /A ferry runs aground/, href);
    }
  }
});

test('WEB-8: personal pages are excluded from search engines by meta tag and robots.txt', async () => {
  assert.match(await get('/for-you'), /<meta name="robots" content="noindex">/);
  const robots = (await sendRequest(site, { path: '/robots.txt' })).text;
  for (const path of ['/for-you', '/saved', '/history', '/digest', '/account', '/admin'])
    assert.ok(robots.includes(`Disallow: ${path}\n`), path);
});

test('WEB-8: every address in the sitemaps is an indexable page', async () => {
  const index = await addressesOf('/sitemap.xml');
  assert.equal(index.length, 2);
  const pages = (await Promise.all(index.map(addressesOf))).flat();
  assert.ok(pages.includes(`/stories/${storyId}`) && pages.includes('/countries/GB'), pages.join());
  for (const path of pages.filter(each => !each.startsWith('/topics/')).concat('/topics/world'))
    assert.doesNotMatch(await get(path), /name="robots"/, path);
});

async function addressesOf(path: string): Promise<string[]> {
  const response = await sendRequest(site, { path });
  assert.equal(response.status, 200, path);
  return [...response.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replace(site.url, ''));
}

async function get(path: string): Promise<string> {
  const response = await sendRequest(site, { path, headers: { accept: 'text/html' } });
  assert.equal(response.status, 200, path);
  return response.text;
}

function attribute(page: string, start: string): string {
  return new RegExp(`<${start}="([^"]*)"`).exec(page)?.[1] ?? '';
}
