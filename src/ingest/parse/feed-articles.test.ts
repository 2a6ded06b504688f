import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parseFeedArticles } from './feed-articles.ts';

const FEED = `<rss version="2.0"><channel><title>Gazette</title><link>https://gazette.example/</link>
<item><title>First</title><link>https://gazette.example/1</link></item>
<item><title>Second</title><description>The second text.</description><link>https://gazette.example/2</link>
<guid isPermaLink="false">two</guid></item></channel></rss>`;

test('DEDUP-6: a feed truncated anywhere gives no article another address or id', () => {
  const whole = parse(FEED).items.map(({ article }) => article);
  const afterFirst = FEED.indexOf('<item><title>Second');
  let partial = 0;
  for (let length = afterFirst + 2; length < FEED.length; length++) {
    const { items, skipped } = parse(FEED.slice(0, length));
    assert.equal(items[0]?.article.url, whole[0]?.url);
    const second = items[1]?.article;
    if (second === undefined) {
      assert.ok(skipped <= 1, `cut at ${length}`);
      continue;
    }
    partial++;
    assert.equal(second.url, whole[1]?.url, `cut at ${length}`);
    assert.ok(second.guid === null || second.guid === whole[1]?.guid, `cut at ${length}`);
  }
  assert.ok(partial > 0, 'an item with a whole link counts');
});

function parse(text: string) {
  return parseFeedArticles(Buffer.from(text), {
    sourceId: randomUUID(),
    fetchId: randomUUID(),
    url: 'https://gazette.example/feed',
    contentType: null,
    language: null,
    readsPages: false,
    oneItemPerPage: false,
    now: Date.UTC(2026, 0, 1),
  });
}
