import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber, renderMarkdown, renderText, type Table } from './table.ts';

const table: Table = {
  title: 'Selects',
  columns: ['peer', 'a second'],
  rows: [
    ['pg', 12_345.6],
    ['postgres', '-'],
  ],
};

test('in a terminal numbers are right-aligned, also next to a gap', () => {
  assert.equal(
    renderText(table),
    'Selects\n  peer      a second\n  pg          12,346\n  postgres         -',
  );
});

test('in Markdown a column of numbers is right-aligned and a pipe is escaped', () => {
  const piped = { ...table, rows: [['a|b', 1]] };
  assert.equal(renderMarkdown(piped), '### Selects\n\n| peer | a second |\n|---|---:|\n| a\\|b | 1 |');
});

test('a short row is padded', () => {
  assert.match(renderMarkdown({ ...table, rows: [['pg']] }), /\| pg \| {2}\|$/);
});

for (const [value, text] of [
  [12_345.6, '12,346'],
  [1_000, '1,000'],
  [123.456, '123'],
  [12.345, '12.3'],
  [0.012345, '0.0123'],
  [7, '7'],
  [0, '0'],
  [Number.NaN, '-'],
] as const) {
  test(`${value} is written ${text}`, () => assert.equal(formatNumber(value), text));
}
