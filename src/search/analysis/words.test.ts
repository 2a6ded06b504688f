import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { stemOf } from './stems.ts';
import { eachWord, wordsOf } from './words.ts';

/** What a word is, without regard to speed: scripts without blanks aside. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/gu;
const LETTERS = [
  'a',
  'B',
  '7',
  "'",
  '’',
  ' ',
  '-',
  'é',
  'ß',
  'Я',
  'ا',
  '\u0301',
  '😀',
  '\u00a0',
  'ﬁ',
  'ı',
  '\ud800',
];

test('SRCH-3: words are the same on the fast path and by their definition', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 60 }), text => {
      const found: [string, number][] = [];
      eachWord(text, 1_000, (raw, index) => found.push([raw, index]));
      const normal = text.normalize('NFKC');
      assert.deepEqual(
        found,
        [...normal.matchAll(WORD)].map(({ 0: raw, index }) => [raw, index]),
      );
    }),
    { numRuns: 5_000 },
  );
});

test('no more words are read than asked for, also of scripts without blanks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 1, max: 9 }),
      (text, max) => {
        assert.ok(wordsOf(text, max).length <= max);
        assert.deepEqual(wordsOf(text, max), wordsOf(text, 1_000).slice(0, max));
      },
    ),
  );
  assert.deepEqual(
    wordsOf('東京都 in 2026', 10).map(({ folded }) => folded),
    ['東京', '京都', 'in', '2026'],
  );
});

/** `highlight` folds and stems only words that begin like a stem. */
test('a stem begins like its word, in every language that has a stemmer', () => {
  const word = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöåéяиоуьнестлрійїє'),
    minLength: 3,
    maxLength: 14,
  });
  for (const language of [
    'da',
    'de',
    'en',
    'es',
    'fi',
    'fr',
    'hu',
    'it',
    'nl',
    'no',
    'pt',
    'ro',
    'ru',
    'sv',
    'tr',
    'uk',
  ])
    fc.assert(
      fc.property(word, text =>
        assert.equal(stemOf(fold(text), language)[0], fold(text)[0], `${language} ${text}`),
      ),
      { numRuns: 3_000 },
    );
});
