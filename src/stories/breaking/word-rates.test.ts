import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import { WordRates } from './word-rates.ts';

const SPAN = 30;
const KEPT = 0.5 ** (1 / 24);

test('BREAK-1: the usual rate of a word covers spans up to the one before last, with a half-life of twelve hours', () => {
  const random = seededRandom(7);
  const paces = new WordRates();
  const occurrences: { word: number; span: number }[] = [];
  const first = 40_000;
  let spans = 0;
  for (let span = first; span < first + 60; span++) {
    if (span > first) spans = spans * KEPT + 1;
    for (let article = 0; article < 30; article++) {
      // Some are occurrences late, of an earlier span.
      const at = Math.max(first, span - Math.floor(random.fraction() ** 3 * 5));
      const words = Array.from(
        { length: 12 },
        () => (Math.floor(random.fraction() ** 2 * 300) * 0x01234567) >>> 0,
      );
      paces.record(words, (article === 0 ? span : at) * SPAN + 3);
      occurrences.push(...words.map(word => ({ word, span: article === 0 ? span : at })));
    }
    for (const { word } of occurrences.slice(-20)) {
      const remembered = occurrences
        .filter(each => each.word === word && each.span <= span - 2)
        .reduce((sum, each) => sum + KEPT ** (span - each.span - 2), 0);
      const needed = (10 * remembered) / Math.max(4, spans);
      assert.equal(paces.isNews(word, needed + 0.01), true, `${needed} of ${word} in span ${span - first}`);
      if (needed > 0.01) assert.equal(paces.isNews(word, needed - 0.01), false, `less than ${needed}`);
    }
  }
});

test('BREAK-1: words that stop occurring are evicted', () => {
  const paces = new WordRates();
  const often = 5;
  for (let hour = 0; hour < 24 * 14; hour++)
    for (let article = 0; article < 20; article++) {
      const words = Array.from({ length: 30 }, (_, n) => ((hour * 20 + article) * 30 + n) * 7 + 1_000);
      paces.record([often, ...words], 1_000_000 + hour * 60);
    }
  // 600 new ones an hour, each forgotten after a day.
  assert.ok(paces.size < 24 * 600 * 2.5, `${paces.size} words`);
  assert.equal(paces.isNews(often, 50), false);
  assert.equal(paces.isNews(often, 150), true, 'ten in half an hour are usual');
});

test('BREAK-1: after a silence of weeks nothing is usual', () => {
  const paces = new WordRates();
  for (let minute = 0; minute < 600; minute++) paces.record([1], 1_000_000 + minute);
  assert.equal(paces.isNews(1, 5), false);
  paces.record([2], 1_000_000 + 30 * 24 * 60);
  assert.equal(paces.isNews(1, 1), true);
});
