import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOfContent, hashOfGuid, hashOfUrl } from './hashes.ts';

const content = (title: string, bodyText: string, summary = '') =>
  hashOfContent({ title, bodyText, summary });

for (const [name, other] of [
  ['white space of any kind and length', content('\u00a0Harbour\tvote ', 'It is  in\r\n\r\n May.\u2003')],
  ['invisible characters', content('Har\u00adbour vote', '\ufeffIt is in\u200b May.')],
  ['the summary, where there is a body', content('Harbour vote', 'It is in May.', 'Other.')],
] as const)
  test(`DEDUP-2: ${name} does not change the text`, () => {
    assert.equal(other, content('Harbour vote', 'It is in May.'));
  });

test('DEDUP-2: Unicode forms of an accent are the same text', () => {
  assert.equal(content('Caf\u00e9', 'x'), content('Cafe\u0301', 'x'));
});

for (const [name, other] of [
  ['a letter of another case', content('harbour vote', 'It is in May.')],
  ['a space more or less within a word', content('Harbour vote', 'It isin May.')],
  ['words that moved from the title to the text', content('Harbour', 'vote It is in May.')],
  ['a punctuation mark', content('Harbour vote', 'It is in May')],
] as const)
  test(`DEDUP-2: ${name} changes the text`, () => {
    assert.notEqual(other, content('Harbour vote', 'It is in May.'));
  });

test('without a body, the summary is the text', () => {
  assert.equal(content('Harbour vote', '', 'It is in May.'), content('Harbour vote', 'It is in May.'));
});

test('hashes have the form of a PostgreSQL uuid, and are case-sensitive', () => {
  assert.match(hashOfUrl('https://example.org/a'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.notEqual(hashOfGuid('A'), hashOfGuid('a'));
});
