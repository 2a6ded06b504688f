import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from 'feedsmith';
import { startCrawlLoad } from './crawl-load.ts';
import { addressOf, indexOfAddress } from './serve/addressing.ts';

test('addresses of sources can be told apart, also beyond 65,536', () => {
  for (const index of [0, 255, 256, 19_999, 65_535, 65_536, 99_999])
    assert.equal(indexOfAddress(addressOf(index)), index);
  assert.equal(indexOfAddress('::ffff:127.1.0.5'), 5);
  assert.equal(indexOfAddress('10.0.0.1'), null);
});

test('SCHED-5: each source has its own address and content; four of five conditional requests find nothing new', async () => {
  const load = await startCrawlLoad({ sources: 20_000 });
  const first = await fetch(load.feedUrlOf(19_999));
  assert.match(await first.text(), /<title>Source 19999<\/title>/);
  let etag = first.headers.get('etag') ?? '';
  for (let i = 0; i < 300; i++) {
    const response = await fetch(load.feedUrlOf(19_999), { headers: { 'if-none-match': etag } });
    await response.arrayBuffer();
    etag = response.headers.get('etag') ?? '';
  }
  assert.ok(Math.abs(load.counts.unchanged / 300 - 0.8) < 0.1, `${load.counts.unchanged} of 300 unchanged`);
  assert.equal(load.counts.unchanged + load.counts.full, 301);
  await load.stop();
});

test('a changed source has exactly one new article on top', async () => {
  const load = await startCrawlLoad({ sources: 10, unchangedShare: 0 });
  const before = await fetch(load.feedUrlOf(4));
  const after = await fetch(load.feedUrlOf(4), {
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  });
  const [old, now] = [linksIn(await before.text()), linksIn(await after.text())];
  assert.equal(now.length, 20);
  assert.deepEqual(now.slice(1), old.slice(0, -1));
  assert.equal(load.versionOf(4), 1);
  assert.equal((await fetch(load.feedUrlOf(4).replace('feed.xml', 'robots.txt'))).status, 200);
  await load.stop();
});

function linksIn(text: string): (string | undefined)[] {
  const parsed = parseFeed(text);
  assert.equal(parsed.format, 'rss');
  return parsed.format === 'rss' ? (parsed.feed.items ?? []).map(({ link }) => link) : [];
}
