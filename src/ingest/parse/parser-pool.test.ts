import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import { ThreadEnded } from '../../platform/threads/pool.ts';
import { NotAFeed } from './feed/index.ts';
import { createParserPool } from './parser-pool.ts';
import { previewFeed } from './preview.ts';

const ITEM = '<item><title>A &amp; B</title><link>https://news.example/1</link></item>';
const FEED = {
  bytes: Buffer.from(`<rss version="2.0"><channel><title>News</title>${ITEM.repeat(40_000)}</channel></rss>`),
  url: 'https://news.example/feed',
  contentType: 'application/rss+xml',
};
const PAGE = {
  bytes: Buffer.from('<html><link rel="alternate" type="application/rss+xml" href="/feed"><p>Hello</html>'),
  url: 'https://news.example/',
  contentType: 'text/html',
};
const readers = createParserPool({ threads: 1, clock: systemClock });
after(() => readers.close());

test('SRC-2: a preview of a feed runs in a parser thread', async () => {
  await readers.previewPage(PAGE);
  let preview: unknown;
  const asking = await cpuOf(async () => {
    preview = await readers.previewFeed(FEED);
  });
  let expected: unknown;
  const reading = await cpuOf(async () => {
    expected = previewFeed(FEED.bytes, FEED.url, FEED.contentType);
  });
  assert.deepEqual(preview, expected);
  assert.ok(asking < reading / 2, `asking took ${asking} ms of this thread, reading ${reading}`);
});

test('SRC-2: the preview of a page lists the feeds that it names', async () => {
  const { feeds, list } = await readers.previewPage(PAGE);
  assert.deepEqual([feeds.map(({ url }) => url), list], [['https://news.example/feed'], null]);
  await assert.rejects(readers.previewFeed(PAGE), NotAFeed);
});

test('PARSE-6: a document that exceeds its time limit is aborted with its thread, which is reported', async () => {
  const crashes: unknown[] = [];
  const onCrash = (reason: unknown) => crashes.push(reason);
  const hasty = createParserPool({ threads: 1, clock: systemClock, timeoutMs: 1, onCrash });
  await assert.rejects(hasty.previewFeed(FEED), ThreadEnded);
  await hasty.close();
  assert.equal(crashes.length, 1);
});

/** CPU milliseconds of this thread, independent of other load. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
