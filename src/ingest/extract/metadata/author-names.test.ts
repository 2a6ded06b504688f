import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanAuthors } from './author-names.ts';

const GIVEN: readonly (readonly [given: string, names: readonly string[]])[] = [
  ['By Mara Finch', ['Mara Finch']],
  ['Von Jana Ortlieb und Ole Brandt', ['Jana Ortlieb', 'Ole Brandt']],
  ['Mara Finch, Senior Reporter', ['Mara Finch']],
  ['Mara Finch, Ole Brandt and Kit Vale', ['Mara Finch', 'Ole Brandt', 'Kit Vale']],
  ['Mara Finch; Ole Brandt', ['Mara Finch', 'Ole Brandt']],
  ['Mara Finch @marafinch', ['Mara Finch']],
  ['Mara Finch | Quay Courier', ['Mara Finch']],
  ['Jana Ortlieb am 12.03.2019', ['Jana Ortlieb']],
  ['Zeige alle Beiträge von Jana Ortlieb →', ['Jana Ortlieb']],
  ['Redacci&oacute;n', ['Redacción']],
  ['https://facebook.com/mara', []],
  ['admin', []],
  ['Published by', []],
  ['Perry Bacon Jr.', ['Perry Bacon Jr.']],
  ['Alexa von Heyden', ['Alexa von Heyden']],
];

for (const [given, names] of GIVEN) {
  test(`PARSE-4: "${given}" is signed by ${names.join(', ') || 'no one'}`, () => {
    assert.deepEqual(cleanAuthors([given]), names);
  });
}

test('PARSE-4: the same name twice is one author', () => {
  assert.deepEqual(cleanAuthors(['Mara Finch', 'mara finch']), ['Mara Finch']);
});
