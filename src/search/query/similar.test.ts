import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteWriter } from '../engine/embedded/segment/bytes.ts';
import { Dictionary, DictionaryWriter } from '../engine/embedded/segment/dictionary.ts';
import { editsBetween, similarWords } from './similar.ts';

test('edits are counted as people make them: a swap of neighbours is one', () => {
  for (const [a, b, edits] of [
    ['storm', 'storm', 0],
    ['sotrm', 'storm', 1],
    ['strom', 'storms', 2],
    ['выборы', 'выбры', 1],
    ['', 'ab', 2],
  ] as const)
    assert.equal(editsBetween(a, b), edits, `${a} ${b}`);
});

test('SRCH-3: the look at the sorted words by their letters finds exactly those that a look at every word finds', () => {
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
      (words, wanted, most) => {
        const found: string[] = [];
        const dictionary = dictionaryOf(words);
        similarWords(dictionary, wanted, most, { from: 0, to: dictionary.size }, text => found.push(text));
        assert.deepEqual(found.sort(), words.filter(each => editsBetween(each, wanted) <= most).sort());
      },
    ),
  );
});

function dictionaryOf(words: readonly string[]): Dictionary {
  const [writer, bytes] = [new DictionaryWriter(1), new ByteWriter()];
  for (const key of words.map(word => Buffer.from(word)).sort((a, b) => a.compare(b))) writer.add(key, 1);
  writer.end(bytes);
  return new Dictionary(bytes.view());
}
