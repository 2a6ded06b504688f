import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOR_YOU, someStory, TOP, testFeeds } from '../../feeds/feeds.testing.ts';
import { RenderedPages } from './rendered-pages.ts';

test('FEED-6: compressed pages of thousands of readers fit in memory, and the least recently used are evicted first', async () => {
  const { window, clock } = testFeeds();
  const ready = new RenderedPages(window, clock);
  const here = { ranking: '', at: 0, passed: 0, shown: Buffer.alloc(0) };
  const page = { feed: FOR_YOU, items: [], at: clock.now(), here, next: null, isCached: false };
  const body = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => `story ${n} of the harbour`));
  const keep = async (reader: number) => ready.put(`${reader}`, page, `${reader}${body}`).for('br');
  for (let reader = 0; reader < 3_000; reader++) await keep(reader);
  assert.ok(3_000 * body.length > 128 * 1024 * 1024);
  for (let reader = 0; reader < 3_000; reader++) assert.ok(ready.find(`${reader}`), `${reader}`);
  // Pages that were not sent are not compressed, so they take more memory.
  for (let reader = 3_000; reader < 6_000; reader++) ready.put(`${reader}`, page, `${reader}${body}`);
  assert.equal(ready.find('0'), null);
  assert.ok(ready.find('5999'));
});

test('FEED-6: a changed story outdates shared pages at once and personal ones after 20 s, a removed one all at once', () => {
  const { window, clock, newId } = testFeeds();
  const ready = new RenderedPages(window, clock);
  const id = newId();
  const here = { ranking: '', at: 0, passed: 0, shown: Buffer.alloc(0) };
  const keep = (key: string, feed: typeof TOP) => {
    const recent = window.find(id);
    assert.ok(recent);
    const item = { recent, front: null, others: [], reasons: [], isRead: false, parts: NO_PARTS };
    ready.put(key, { feed, items: [item], at: clock.now(), here, next: null, isCached: false }, '{}');
  };
  const keepBoth = () => {
    window.put(someStory(id));
    keep('top', TOP);
    keep('mine', FOR_YOU);
  };
  keepBoth();
  window.put(someStory(id, { headline: 'Another' }));
  assert.equal(ready.find('top'), null);
  assert.ok(ready.find('mine'));
  clock.advance(20_000);
  assert.equal(ready.find('mine'), null);
  keepBoth();
  window.remove(id);
  assert.deepEqual([ready.find('top'), ready.find('mine')], [null, null]);
});

const NO_PARTS = {
  relevance: 0,
  freshness: 0,
  quality: 0,
  trending: 0,
  diversity: 0,
  score: 0,
  isBreaking: false,
  isRare: false,
  isRead: false,
  isExploration: false,
};
