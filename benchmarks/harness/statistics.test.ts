import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSample, pairedRatio, quantile, series } from './statistics.ts';

test('the median of an even number of values lies between the two in the middle', () => {
  assert.equal(series([4, 1, 3, 2]).median, 2.5);
});

test('the spread is half of the range as a share of the median', () => {
  assert.equal(series([90, 100, 110]).spread, 0.1);
  assert.equal(series([0, 0]).spread, 0);
});

test('a quantile is interpolated linearly, and an empty list has none', () => {
  assert.equal(quantile([0, 10], 0.99), 9.9);
  assert.equal(quantile([7], 0.99), 7);
  assert.ok(Number.isNaN(quantile([], 0.5)));
});

test('a slow second that affects both peers does not change their ratio', () => {
  const calm = { a: [200, 200, 200, 200, 200], b: [100, 100, 100, 100, 100] };
  const disturbed = { a: [200, 200, 20, 20, 20], b: [100, 100, 10, 10, 10] };
  assert.equal(pairedRatio(series(calm.a), series(calm.b)), 2);
  assert.equal(pairedRatio(series(disturbed.a), series(disturbed.b)), 2);
});

test('peers with unlike numbers of rounds are compared by their medians', () => {
  assert.equal(pairedRatio(series([10, 20, 30]), series([10])), 2);
});

test('the sample stays bounded and keeps the quantiles of its input', () => {
  const sample = createSample(128);
  for (let value = 0; value < 100_000; value++) sample.add(value);
  const sorted = sample.sorted();
  assert.ok(sorted.length < 128, `${sorted.length} values were kept`);
  assert.ok(Math.abs(quantile(sorted, 0.5) - 50_000) < 2_000, `the median became ${quantile(sorted, 0.5)}`);
});

test('every quantile is between minimum and maximum and grows with q', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 });
  const shares = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(values, shares, (unsorted, [p, q]) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      const [low, high] = [quantile(sorted, Math.min(p, q)), quantile(sorted, Math.max(p, q))];
      assert.ok(low <= high + 1e-6);
      assert.ok(low >= (sorted[0] ?? 0) - 1e-6 && high <= (sorted.at(-1) ?? 0) + 1e-6);
    }),
  );
});
