import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteWriter } from './bytes.ts';
import { SortedDictionary, SortedDictionaryWriter } from './dictionary.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', 'ж', '語', '🎈'),
  minLength: 1,
  maxLength: 6,
});

test('a dictionary returns each key with its number, its text and its code points, and finds no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, other) => {
      const dictionary = dictionaryOf(words);
      assert.equal(dictionary.size, words.length);
      for (const each of words) {
        const index = dictionary.find(Buffer.from(each));
        assert.equal(dictionary.textAt(index), each);
        assert.equal(dictionary.numberAt(0, index), words.indexOf(each));
        const letters = new Int32Array(8);
        const count = dictionary.lettersAt(index, letters);
        assert.equal(String.fromCodePoint(...letters.subarray(0, count)), each);
      }
      assert.equal(dictionary.find(Buffer.from(other)) !== -1, words.includes(other));
    }),
  );
});

function dictionaryOf(words: readonly string[]): SortedDictionary {
  const [writer, bytes] = [new SortedDictionaryWriter(1), new ByteWriter()];
  const keys = words.map((text, number) => ({ key: Buffer.from(text), number }));
  for (const { key, number } of keys.sort((a, b) => a.key.compare(b.key))) writer.add(key, number);
  writer.end(bytes);
  return new SortedDictionary(bytes.view());
}
