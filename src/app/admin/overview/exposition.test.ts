import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestOf, readExposition } from './exposition.ts';

const measured = readExposition(`# HELP lag_seconds How long
# TYPE lag_seconds gauge
lag_seconds{group="a \\"quoted\\""} 3
lag_seconds{group="b"} 7.5
nothing NaN
`);

test('the highest value of a gauge is that of all labels', () => {
  assert.equal(highestOf(measured, 'lag_seconds'), 7.5);
});

test('a metric without samples is undefined', () => {
  assert.equal(highestOf(measured, 'nothing'), undefined);
  assert.equal(highestOf(measured, 'unknown'), undefined);
});
