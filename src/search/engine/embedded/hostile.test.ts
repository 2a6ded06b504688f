import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InProcessIndex } from '../../evaluation/in-process.ts';
import { article } from './articles.testing.ts';

const WORDS = 'storm flood market bank senate vote goal rocket budget harbour'.split(' ');

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'OR ',
        '-',
        '"',
        'title:',
        'source:',
        'before:',
        '((((',
        '[a-z]*',
        '.*+?',
        '\\',
        ' ',
        '\u0000',
        '\ud800',
      ),
      fc.constantFrom(...WORDS).map(word => `${word} `),
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    { maxLength: 300 },
  )
  .map(parts => parts.join('').repeat(3).slice(0, 12_000));

test('every text is answered: operators without end, all of Unicode, what looks like a pattern', t => {
  const index = new InProcessIndex(
    Array.from({ length: 500 }, (_, n) =>
      article(n + 1, { title: WORDS.filter((_, bit) => (n >> bit) & 1).join(' '), body: WORDS.join(' ') }),
    ),
  );
  t.after(() => index.close());
  fc.assert(
    fc.property(hostile, text => {
      const { total, hits } = index.search(text, { hasFacets: true, isGrouped: true, isExplained: true });
      assert.ok(total >= hits.length && hits.length <= 20);
    }),
    { numRuns: 60 },
  );
  for (const text of [
    `${'storm OR '.repeat(1_000)}`,
    '"storm '.repeat(1_500),
    '-storm '.repeat(1_400),
    'a'.repeat(10_000),
  ])
    assert.ok(index.search(text).hits.length <= 20);
});
