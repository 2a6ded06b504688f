import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { highlight } from './highlight.ts';

const rendered = (text: string, stems: string[], length = 200, language: string | null = 'en') =>
  highlight(text, { stems }, { length, language })
    .map(run => (run.isMarked ? `[${run.text}]` : run.text))
    .join('');

test('SRCH-1: every form of a stem is highlighted, including accents', () => {
  assert.equal(rendered('Storms and a stormy night', ['storm']), '[Storms] and a stormy night');
  assert.equal(rendered("L'économie allemande", ['econom'], 200, 'fr'), "[L'économie] allemande");
});

test('a long text is cut to the part with the most matching words', () => {
  const text = `${'nothing here '.repeat(50)}then a storm broke the bank of the river ${'and more '.repeat(50)}`;
  const part = rendered(text, ['storm', 'bank'], 100);
  assert.match(part, /^… .*\[storm\] broke the \[bank\].* …$/);
  assert.ok(part.length < 114);
  assert.equal(rendered('A storm', ['storm'], 100), 'A [storm]');
});

test('a text is searched for a better excerpt only so far behind the first match', () => {
  const filler = (length: number) => 'and more '.repeat(length / 9);
  const near = `A storm. ${filler(900)} The storm broke the bank.`;
  assert.match(rendered(near, ['storm', 'bank'], 100), /\[storm\] broke the \[bank\]/);
  const far = `A storm. ${filler(9_000)} The storm broke the bank.`;
  assert.match(rendered(far, ['storm', 'bank'], 100), /^A \[storm\]\. and more/);
});

test('the excerpt is a part of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 1, max: 80 }),
      (text, length) => {
        const runs = highlight(text, { stems: ['a', 'the', 'storm'] }, { length, language: 'en' });
        const whole = text.normalize('NFKC');
        const shown = runs.map(run => run.text).join('');
        const isPart = (part: string) => whole.includes(part) && part.length <= Math.max(length, 1);
        const withoutCuts = [shown, shown.slice(2), shown.slice(0, -2), shown.slice(2, -2)];
        assert.ok(withoutCuts.some(isPart), shown);
      },
    ),
  );
});
