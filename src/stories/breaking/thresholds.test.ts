import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceNeeded, sourcesNeeded } from './thresholds.ts';

test('BREAK-1: five independent sources are needed, fewer in small installations', () => {
  const needed = [1, 2, 5, 6, 8, 10, 13, 300, 100_000].map(sourcesNeeded);
  assert.deepEqual(needed, [2, 2, 2, 3, 4, 4, 5, 5, 5]);
});

test('BREAK-1: two articles a minute at 100,000 sources, in proportion below', () => {
  assert.equal(paceNeeded(100_000, 0), 2);
  assert.equal(paceNeeded(1_000_000, 0), 2);
  assert.equal(paceNeeded(20_000, 0), 0.4);
  assert.equal(paceNeeded(300, 0), 5 / 30);
  assert.equal(paceNeeded(10, 0), 4 / 30);
});

test('BREAK-1: a running story needs three times its own pace', () => {
  assert.equal(paceNeeded(300, 0.5), 1.5);
  assert.equal(paceNeeded(100_000, 1), 3);
});
