import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { RefreshingValue } from './refreshing-value.ts';

test('a stale value is loaded once, however many callers ask', async () => {
  const { clock, value, loads } = create(1_000);
  assert.ok(value.isUnloaded);
  await Promise.all([value.refreshIfStale(), value.refreshIfStale(), value.refreshIfStale()]);
  assert.deepEqual([loads(), value.isUnloaded], [1, false]);
  await clock.advance(999);
  await value.refreshIfStale();
  assert.equal(loads(), 1);
  await clock.advance(1);
  await value.refreshIfStale();
  assert.equal(loads(), 2);
  await value.refresh();
  assert.equal(loads(), 3);
});

test('a failed load is reported, not thrown, and retried after the same time', async () => {
  const { clock, value, loads, failures } = create(1_000, load => {
    if (load === 1) throw new Error('away');
  });
  await value.refreshIfStale();
  await value.refreshIfStale();
  assert.deepEqual([loads(), failures], [1, ['Error: away']]);
  await clock.advance(1_000);
  await value.refreshIfStale();
  assert.deepEqual([loads(), failures.length], [2, 1]);
});

function create(maxAgeMs: number, onLoad: (load: number) => void = () => undefined) {
  const clock = new ManualClock();
  const failures: string[] = [];
  let loads = 0;
  const value = new RefreshingValue({
    clock,
    maxAgeMs,
    load: async () => onLoad(++loads),
    onError: error => failures.push(String(error)),
  });
  return { clock, value, failures, loads: () => loads };
}
