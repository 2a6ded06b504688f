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
