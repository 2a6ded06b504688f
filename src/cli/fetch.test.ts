import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../platform/outbound/outbound.testing.ts';
import { broadsheetHere, type Ended, temporaryDirectory } from './cli.testing.ts';

/** DEDUP-5: these commands need no database, and there is none. */
const directory = await temporaryDirectory();
const site = await serve((request, response) => {
  if (request.url === '/moved') response.writeHead(301, { location: '/feed' }).end();
  else if (request.url === '/feed') response.setHeader('content-type', 'application/rss+xml').end(RSS);
  else response.writeHead(404).end('no');
});

test('DEDUP-5: `fetch` shows the response that the crawler would get', async () => {
  const { code, stdout, stderr } = await run('fetch', `${site}/moved`);
  assert.equal(code, 0, stderr);
  const shown = JSON.parse(stdout);
  assert.deepEqual([shown.status, shown.url, shown.permanentUrl], [200, `${site}/feed`, `${site}/feed`]);
  assert.deepEqual([shown.document.format, shown.document.itemCount], ['rss-2.0', 1]);
  assert.equal((await run('fetch', `${site}/nowhere`)).code, 1);
});

test('FETCH-3: `fetch` refuses private addresses that are not allowed', async () => {
  const { code, stderr } = await broadsheetHere(['fetch', `${site}/feed`], { cwd: directory });
  assert.equal(code, 1);
  assert.match(stderr, /refused-address/);
});

test('DEDUP-5: `parse` shows the articles that would be stored', async () => {
  const file = join(directory, 'feed.xml');
  await writeFile(file, RSS);
  for (const name of [file, `${site}/feed`]) {
    const { stdout, stderr } = await run('parse', name);
    const [article] = JSON.parse(stdout || stderr).articles;
    assert.deepEqual(
      [article.title, article.canonicalUrl, article.wantsPage, article.bodyHtml],
      ['First', 'https://news.example/1', true, '<p>Hello</p>'],
    );
  }
  assert.equal(JSON.parse((await run('parse', file, '--raw')).stdout).format, 'rss-2.0');
});

test('DEDUP-5: `extract` shows the article of a page, or the articles of a list', async () => {
  const file = join(directory, 'page.html');
  const paragraph = `<p>${'The council met again on Tuesday and talked about the bridge, at length. '.repeat(5)}</p>`;
  await writeFile(
    file,
    `<html><head><title>The bridge</title></head><body><article><h1>The bridge</h1>${paragraph.repeat(4)}</article></body></html>`,
  );
  const { stdout, stderr } = await run(
    'extract',
    file,
    '--url',
    'https://www.news.example/bridge?utm_source=x',
  );
  const shown = JSON.parse(stdout || `"${stderr}"`);
  assert.deepEqual([shown.article.title, shown.storedAs], ['The bridge', 'https://news.example/bridge']);
  assert.deepEqual(JSON.parse((await run('extract', file, '--links')).stdout).links, []);
});

test('ALL-1: an unreadable document is reported in one sentence', async () => {
  const file = join(directory, 'none.html');
  await writeFile(file, '<!doctype html><html><body></body></html>');
  const cases: readonly [args: string[], message: RegExp][] = [
    [['parse', join(directory, 'missing.xml')], /there is no file/],
    [['parse', 'missing.xml'], /there is no file/],
    [['parse', file], /this is not a feed: .*\(html-page\)\n.*broadsheet extract/s],
    [['extract', file], /there is no article on this page/],
    [['parse', `${site}/nowhere`], /answered with 404/],
    [['fetch', 'hello'], /"hello" is not a valid address/],
    [['fetch', 'http://127.0.0.1:1/'], /127\.0\.0\.1:1 .*\(refused-url\)/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await run(...args);
    assert.ok(code > 0, args.join(' '));
    assert.match(stderr, message);
  }
});

const RSS = `<rss version="2.0"><channel><title>The News</title>
<item><title>First</title><link>https://news.example/1</link><description>&lt;p&gt;Hello&lt;/p&gt;</description></item></channel></rss>`;

function run(...args: string[]): Promise<Ended> {
  return broadsheetHere(args, { cwd: directory, environment: { BROADSHEET_CRAWL_ALLOW: '127.0.0.0/8' } });
}
