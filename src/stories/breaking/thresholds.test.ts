import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceNeeded, sourcesNeeded } from './thresholds.ts';

test('BREAK-1: five independent sources, fewer only where there are hardly more', () => {
  const needed = [1, 2, 5, 6, 8, 10, 13, 300, 100_000].map(sourcesNeeded);
  assert.deepEqual(needed, [2, 2, 2, 3, 4, 4, 5, 5, 5]);
});

test('BREAK-1: two a minute at 100,000 sources and above, in proportion below, never less than the sources make', () => {
  assert.equal(paceNeeded(100_000, 0), 2);
  assert.equal(paceNeeded(1_000_000, 0), 2);
  assert.equal(paceNeeded(20_000, 0), 0.4);
  assert.equal(paceNeeded(300, 0), 5 / 30);
  assert.equal(paceNeeded(10, 0), 4 / 30);
});

test('BREAK-1: a story that has been running needs three times its own pace', () => {
  assert.equal(paceNeeded(300, 0.5), 1.5);
  assert.equal(paceNeeded(100_000, 1), 3);
});
