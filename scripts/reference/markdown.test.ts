import assert from 'node:assert/strict';
import { it } from 'node:test';
import { table } from './markdown.ts';

it('a table stays whole when a cell holds the sign between cells or a line end', () => {
  assert.equal(table(['A', 'B'], [['x|y', 'one\ntwo']]), '| A | B |\n| --- | --- |\n| x\\|y | one two |\n');
});
