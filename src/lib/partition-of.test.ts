import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partitionOf } from './partition-of.ts';

test('LOG-1: every key has exactly one partition, within the range', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 1024 }), (key, partitions) => {
      const partition = partitionOf(key, partitions);
      assert.ok(Number.isInteger(partition) && partition >= 0 && partition < partitions);
      assert.equal(partitionOf(key, partitions), partition);
    }),
  );
});

test('LOG-1: the hash never changes, or events of one key would be split', () => {
  assert.deepEqual(
    ['', 'a', 'b', 'article', '0190e1a2-0000-7000-8000-000000000001', 'Ü', '😀'].map(key =>
      partitionOf(key, 1024),
    ),
    [11, 435, 562, 516, 760, 791, 38],
  );
});

test('similar keys are spread evenly', () => {
  for (const partitions of [3, 8, 16]) {
    const counts = Array.from({ length: partitions }, () => 0);
    for (let n = 0; n < 16_000; n++) {
      const partition = partitionOf(`0190e1a2-0000-7000-8000-${String(n).padStart(12, '0')}`, partitions);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    const fair = 16_000 / partitions;
    for (const count of counts) assert.ok(Math.abs(count - fair) < fair * 0.15, `${counts}`);
  }
});
