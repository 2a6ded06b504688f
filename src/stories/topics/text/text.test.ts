import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TOPIC_DIMENSIONS } from '../../../model/topic-vector.ts';
import { TAXONOMY } from '../taxonomy/taxonomy.ts';
import { KeywordIndex } from './keywords.ts';
import { sectionOf, sectionOfAddress } from './sections.ts';
import { wordsOf } from './words.ts';

test('words are folded to lower case without accents, up to a limit', () => {
  const read = (text: string, maxWords: number) => [...wordsOf(text, maxWords)];
  assert.deepEqual(read("L'Économie: 5 % de Croissance", 10), ['l', 'economie', '5', 'de', 'croissance']);
  assert.deepEqual(read('one two three', 2), ['one', 'two']);
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const words = [...wordsOf(text, 50)];
      assert.deepEqual([...wordsOf(words.join(' '), 50)], words);
    }),
  );
});

test('TOPIC-1: a keyword matches in singular and plural, a phrase only as a whole', () => {
  const index = new KeywordIndex(TAXONOMY);
  const evidenceFor = (text: string, id: string) => {
    const evidence = new Float64Array(TOPIC_DIMENSIONS);
    index.read(wordsOf(text, 50), 1, evidence);
    return evidence[TAXONOMY.find(entry => entry.id === id)?.dimension ?? -1] ?? 0;
  };
  assert.ok(evidenceFor('Smartphones are dear', 'smartphones') > 0);
  assert.equal(
    evidenceFor('smartphones smartphone', 'smartphones') > evidenceFor('smartphone', 'smartphones'),
    true,
  );
  assert.ok(evidenceFor('the champions league final', 'football') > 0);
  assert.equal(evidenceFor('the champions of a league', 'football'), 0);
});

test('section names are known in several languages and spellings', () => {
  assert.equal(sectionOf('Wirtschaft'), 'business');
  assert.equal(sectionOf(' Arts & Entertainment '), 'entertainment');
  assert.equal(sectionOf('Éducation'), 'education');
  assert.equal(sectionOf('constructor'), undefined);
  assert.equal(sectionOfAddress('https://paper.example/news/politics/2021/a-story'), 'politics');
  assert.equal(sectionOfAddress('https://paper.example/politics'), undefined);
  assert.equal(sectionOfAddress('politics'), undefined);
});
