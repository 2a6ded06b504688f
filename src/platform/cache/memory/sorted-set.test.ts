import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyRange, SortedSetModel } from '../contract/model.ts';
import { compareUtf8, SortedSet } from './sorted-set.ts';

describe('a sorted set in chunks', () => {
  test('agrees with a plain model while chunks split and vanish', () => {
    const change = fc.record({
      member: fc.nat({ max: 40 }).map(n => `m${n}`),
      score: fc.option(fc.integer({ min: -4, max: 4 }), { freq: 3 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }),
        fc.array(change, { maxLength: 80 }),
        anyRange,
        (size, changes, range) => {
          const set = new SortedSet(size);
          const model = new SortedSetModel();
          for (const { member, score } of changes) {
            if (score === null) assert.equal(set.delete(member), model.scores.delete(member));
            else assert.equal(set.set(member, score + 0), !model.scores.has(member));
            if (score !== null) model.scores.set(member, score + 0);
          }
          assert.deepEqual(set.top(100), model.descending());
          assert.deepEqual(set.top(5, 3), model.descending().slice(3, 8));
          assert.deepEqual(set.range(range), model.range(range));
          for (const [rank, { member }] of model.descending().entries()) assert.equal(set.rank(member), rank);
          set.deleteLowest(7);
          assert.deepEqual(set.top(100), model.descending().slice(0, Math.max(0, model.scores.size - 7)));
        },
      ),
      { numRuns: 4_000 },
    );
  });

  test('uses no memory for removed members', () => {
    const set = new SortedSet(4);
    const empty = set.bytes;
    for (let n = 0; n < 100; n++) set.set(`member ${n}`, n % 7);
    assert.ok(set.bytes > 100 * 'member 1'.length);
    for (let n = 0; n < 100; n++) set.set(`member ${n}`, n % 5);
    for (let n = 0; n < 100; n++) set.delete(`member ${n}`);
    assert.equal(set.bytes, empty);
    assert.deepEqual(set.top(1), []);
  });

  test('compares text by its UTF-8 bytes', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{1f600}',
      '\u{10ffff}',
    );
    const anyText = fc.string({ unit, maxLength: 5 });
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        assert.equal(Math.sign(compareUtf8(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 5_000 },
    );
  });
});
