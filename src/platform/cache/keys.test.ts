import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cacheKey } from './keys.ts';

describe('VIEW-1 cache keys', () => {
  test('are readable when their parts are plain', () => {
    assert.equal(cacheKey('feed', 3, '0190-abc', 'de'), 'feed:v3:0190-abc:de');
    assert.equal(cacheKey('feed', 3), 'feed:v3');
    assert.equal(cacheKey('feed', 3, 'page 2'), 'feed:v3:page%00202');
  });

  test('of different lists of parts never collide', () => {
    // Few characters, including all with a meaning in a key, make near misses likely.
    const part = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ':', '%', '0', '3', '#', ' ', '\ud800', 'é'), maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', minLength: 60, maxLength: 90 }),
    );
    const list = fc.array(part, { maxLength: 4 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const same = JSON.stringify(left) === JSON.stringify(right);
        assert.equal(cacheKey('a', 1, ...left) === cacheKey('a', 1, ...right), same);
      }),
      { numRuns: 3_000 },
    );
  });

  test('of different lists differ even when parts contain separators or escapes', () => {
    const lists = [
      [],
      [''],
      ['', ''],
      ['a:b'],
      ['a', 'b'],
      ['a%003ab'],
      ['a%b'],
      ['a%0025b'],
      ['\ud800'],
      ['\udfff'],
      ['\ufffd'],
    ];
    const keys = lists.map(list => cacheKey('a', 1, ...list));
    assert.equal(new Set(keys).size, lists.length);
  });

  test('differ by namespace and by version', () => {
    const keys = [
      cacheKey('a', 1, 'x'),
      cacheKey('a', 2, 'x'),
      cacheKey('b', 1, 'x'),
      cacheKey('a', 11, 'x'),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });

  test('are short and distinct for long parts', () => {
    const long = 'word '.repeat(2_000);
    const [one, other] = [cacheKey('search', 1, long), cacheKey('search', 1, `${long}.`)];
    assert.ok(one.length < 250);
    assert.notEqual(one, other);
    assert.notEqual(cacheKey('search', 1, one.slice('search:v1:'.length)), one, 'a digest cannot be forged');
  });

  test('are plain ASCII for all parts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), parts => {
        assert.match(cacheKey('a', 1, ...parts), /^[\x21-\x7e]+$/);
      }),
    );
  });

  test('refuse a namespace or version that could be confused with the parts', () => {
    for (const namespace of ['', 'a:b', 'A', 'a b', '1a', '../a']) {
      assert.throws(() => cacheKey(namespace, 1), TypeError);
    }
    for (const version of [-1, 1.5, Number.NaN, 2 ** 60])
      assert.throws(() => cacheKey('a', version), TypeError);
  });
});
