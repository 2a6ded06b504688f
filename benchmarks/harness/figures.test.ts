import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figure, figureLines, isShort } from './figures.ts';

const faster: Figure = {
  metric: 'publish',
  value: 43_000,
  unit: 'messages/s',
  goal: 21_000,
  better: 'higher',
};

test('a figure is short on the wrong side of its goal, and reaching it is enough', () => {
  assert.equal(isShort(faster), false);
  assert.equal(isShort({ ...faster, value: 20_999 }), true);
  assert.equal(isShort({ ...faster, value: 21_000 }), false);
  assert.equal(isShort({ ...faster, better: 'lower' }), true);
  assert.equal(isShort({ ...faster, better: 'lower', value: 21_000 }), false);
});

test('a missing value is short of every goal', () => {
  assert.equal(isShort({ ...faster, value: Number.NaN }), true);
  assert.equal(isShort({ ...faster, value: Number.NaN, better: 'lower' }), true);
});

test('a figure without a goal is never short', () => {
  assert.equal(isShort({ metric: 'seen', value: 1, unit: 'things', better: 'higher' }), false);
});

test('a line splits into exactly five fields at its blanks, for any words', () => {
  const lines = figureLines([
    faster,
    { metric: 'one row select', value: 0.12345, unit: 'ms per query', better: 'lower' },
  ]);
  assert.deepEqual(
    lines.map(line => line.split(/\s{2,}/)),
    [
      ['publish', '43000', 'messages/s', '>=21000', 'ok'],
      ['one-row-select', '0.123', 'ms-per-query', '-', 'ok'],
    ],
  );
});
