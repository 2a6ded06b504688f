import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editsBetween, type SortedWords, similarWords } from './similar.ts';

test('the edit distance counts a swap of neighbours as one edit', () => {
  for (const [a, b, edits] of [
    ['storm', 'storm', 0],
    ['sotrm', 'storm', 1],
    ['strom', 'storms', 2],
    ['выборы', 'выбры', 1],
    ['', 'ab', 2],
  ] as const)
    assert.equal(editsBetween(a, b), edits, `${a} ${b}`);
});

test('SRCH-3: the lookup by letter signatures finds exactly the words that a comparison with every word finds', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'é', 'ж', '語', '🎈'),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 60 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      (words, target, maxEdits) => {
        const found: string[] = [];
        const sorted = sortedWords(words);
        similarWords(sorted, target, maxEdits, { from: 0, to: sorted.size }, text => found.push(text));
        assert.deepEqual(found.sort(), words.filter(each => editsBetween(each, target) <= maxEdits).sort());
      },
    ),
  );
});

function sortedWords(words: readonly string[]): SortedWords {
  const sorted = [...words].sort();
  return {
    size: sorted.length,
    textAt: index => sorted[index] ?? '',
    lettersAt: (index, into) => {
      const letters = Array.from(sorted[index] ?? '', letter => letter.codePointAt(0) ?? 0).slice(
        0,
        into.length,
      );
      into.set(letters);
      return letters.length;
    },
  };
}
