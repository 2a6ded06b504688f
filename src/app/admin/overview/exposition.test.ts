import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestOf, quantileOf, readExposition } from './exposition.ts';

const measured = readExposition(`# HELP lag_seconds How long
# TYPE lag_seconds gauge
lag_seconds{group="a \\"quoted\\""} 3
lag_seconds{group="b"} 7.5
took_seconds_bucket{le="0.1",route="/"} 90
took_seconds_bucket{le="1",route="/"} 98
took_seconds_bucket{le="+Inf",route="/"} 100
took_seconds_bucket{le="0.1",route="/x"} 0
took_seconds_bucket{le="1",route="/x"} 100
took_seconds_bucket{le="+Inf",route="/x"} 100
empty_seconds_bucket{le="+Inf"} 0
nothing NaN
`);

test('gauges and quantiles are read over all labels', () => {
  assert.equal(highestOf(measured, 'lag_seconds'), 7.5);
  assert.equal(quantileOf(measured, 'took_seconds', 0.4), 0.1);
  assert.equal(quantileOf(measured, 'took_seconds', 0.99), 1);
  assert.equal(
    quantileOf(measured, 'took_seconds', 0.4, ({ route }) => route === '/x'),
    1,
  );
  assert.equal(quantileOf(measured, 'took_seconds', 0.999), Number.POSITIVE_INFINITY);
});

test('a metric without samples is undefined', () => {
  assert.equal(highestOf(measured, 'nothing'), undefined);
  assert.equal(highestOf(measured, 'unknown'), undefined);
  assert.equal(quantileOf(measured, 'empty_seconds', 0.99), undefined);
});
