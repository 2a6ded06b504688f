import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import { MAX_PER_TERM, TermPostings } from './term-postings.ts';

test('STORY-5: a term has its newest articles within the window, up to the maximum', () => {
  const random = seededRandom(7);
  const postings = new TermPostings(1 << 16);
  const model = new Map<number, number[]>();
  const found = new Int32Array(MAX_PER_TERM);
  for (let article = 0; article < 20_000; article++) {
    const oldest = Math.max(0, article - 3_000);
    // A few terms are in many articles, most in a few.
    const term = Math.floor(4_000 * random.fraction() ** 4);
    postings.add(term, article, oldest);
    model.set(term, [article, ...(model.get(term) ?? [])].slice(0, MAX_PER_TERM));
    if (article % 50 === 0) postings.sweep(oldest);
    const searched = Math.floor(4_000 * random.fraction() ** 4);
    const count = postings.recent(searched, oldest, found, MAX_PER_TERM);
    // Terms may share a bucket, whose list then has those of both.
    const expected = (model.get(searched) ?? []).filter(each => each >= oldest);
    const listed = [...found.subarray(0, count)];
    assert.ok(listed.every((each, at) => each >= oldest && (at === 0 || each < (listed[at - 1] ?? 0))));
    if (count < MAX_PER_TERM) assert.ok(expected.every(each => listed.includes(each)));
  }
});

test('STORY-5: memory of evicted articles is reused', () => {
  const postings = new TermPostings(1 << 16);
  const fill = (from: number) => {
    for (let article = from; article < from + 20_000; article++) postings.add(article % 5_000, article, from);
  };
  fill(0);
  const before = postings.bytes();
  for (let round = 1; round < 20; round++) fill(round * 20_000);
  assert.equal(postings.bytes(), before);
});

test('STORY-5: a window for a million articles takes memory only as articles arrive', () => {
  const postings = new TermPostings(1 << 24);
  assert.ok(postings.bytes() < 200_000, `${postings.bytes()} bytes without an article`);
  let added = 0;
  for (; !postings.isCrowded; added++) postings.add(added, added, 0);
  const before = postings.bytes();
  assert.equal(postings.restart(added), true);
  assert.equal(postings.isCrowded, false);
  assert.equal(postings.recent(1, 0, new Int32Array(1), 1), 0, 'the owner adds its articles again');
  for (let article = 0; article < added; article++) postings.add(article, article, 0);
  assert.equal(postings.isCrowded, false, 'with room for as many');
  assert.ok(postings.bytes() > before);
});

test('STORY-5: the table does not grow for articles that are evicted', () => {
  const postings = new TermPostings(1 << 24);
  let restarts = 0;
  for (let article = 0; article < 200_000; article++) {
    postings.add(article % 1_000, article, Math.max(0, article - 1_000));
    if (postings.isCrowded && postings.restart(1_000)) restarts++;
  }
  assert.equal(restarts, 0);
  assert.equal(postings.isCrowded, false);
});
