import assert from 'node:assert/strict';
import { it } from 'node:test';
import { table } from './markdown.ts';

it('a table escapes pipes and line ends in its cells', () => {
  assert.equal(table(['A', 'B'], [['x|y', 'one\ntwo']]), '| A | B |\n| --- | --- |\n| x\\|y | one two |\n');
});
