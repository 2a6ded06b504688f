import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConfig } from '../test/harness/config.ts';
import { sizeOf } from './sizes.ts';

const GIB = 1_073_741_824;
const laptop = { memoryBytes: 16 * GIB, cores: 8 };

test('the size follows the memory of the machine, unless it is set', () => {
  const named = (memoryGib: number, size = 'auto') =>
    sizeOf(testConfig({ size }), { ...laptop, memoryBytes: memoryGib * GIB }).name;
  assert.deepEqual(
    [1, 1.9, 2, 16, 48, 64, 512].map(memory => named(memory)),
    ['small', 'small', 'medium', 'medium', 'medium', 'large', 'large'],
  );
  assert.equal(named(512, 'small'), 'small');
  assert.equal(named(1, 'large'), 'large');
});

test('below four cores there is one thread of a kind, except in large installations', () => {
  const threads = (size: string, cores: number) => {
    const found = sizeOf(testConfig({ size }), { ...laptop, cores });
    return [found.crawlThreads, found.storiesThreads, found.searchThreads];
  };
  assert.deepEqual(threads('medium', 2), [1, 1, 1]);
  assert.deepEqual(threads('medium', 4), [2, 2, 2]);
  assert.deepEqual(threads('small', 8), [1, 1, 1]);
  assert.deepEqual(threads('large', 2), [2, 2, 2]);
});

test('a setting wins over the size', () => {
  const config = testConfig({
    size: 'small',
    'crawl-threads': '5',
    'stories-threads': '6',
    'database-connections': '40',
  });
  const { crawlThreads, storiesThreads, databaseConnections, searchThreads } = sizeOf(config, laptop);
  assert.deepEqual([crawlThreads, storiesThreads, databaseConnections, searchThreads], [5, 6, 40, 1]);
});

test('large installations keep what is fastest under load', () => {
  const { runtime, postgres, databaseConnections } = sizeOf(testConfig({ size: 'large' }), laptop);
  assert.deepEqual([runtime, postgres, databaseConnections], [null, {}, 16]);
});
