import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, editDistance, nearest } from './suggest.ts';

test('the nearest word is the most likely intended one', () => {
  const known = ['port', 'host', 'data', 'database-url', 'public-url', 'up', 'restore'];
  for (const [word, meant] of [
    ['prot', 'port'],
    ['databse-url', 'database-url'],
    ['Restore', 'restore'],
    ['pu', 'up'],
    ['dta', 'data'],
  ] as const)
    assert.equal(nearest(word, known), meant, word);
});

test('a word unlike all others gets no suggestion', () => {
  for (const word of ['', 'zzzzzz', 'flibbertigibbet', 'xq'])
    assert.equal(nearest(word, ['port', 'host', 'database-url']), undefined, word);
  assert.equal(didYouMean('zzzzzz', ['port']), '');
  assert.equal(
    didYouMean('prot', ['port'], found => `--${found}`),
    '; did you mean --port?',
  );
});

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 8 });

test('the distance is 0 only for equal words, symmetric, and at most the longer length', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const distance = editDistance(a, b);
      assert.equal(distance === 0, a === b);
      assert.equal(distance, editDistance(b, a));
      assert.ok(distance <= Math.max(a.length, b.length));
      assert.ok(distance >= Math.abs(a.length - b.length));
    }),
  );
});

test('one typing error is a distance of one', () => {
  const position = fc.nat({ max: 7 });
  fc.assert(
    fc.property(words, position, fc.constantFrom('x', 'y'), (word, at, letter) => {
      const inserted = word.slice(0, at) + letter + word.slice(at);
      assert.equal(editDistance(word, inserted), 1);
      const [a, b] = [word[at], word[at + 1]];
      if (a !== undefined && b !== undefined && a !== b)
        assert.equal(editDistance(word, word.slice(0, at) + b + a + word.slice(at + 2)), 1);
    }),
  );
});
