import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tuneFor } from './tuning.ts';

const GIB = 1_073_741_824;

test('a laptop keeps most of its memory for other programs', () => {
  const settings = tuneFor({ memoryBytes: 16 * GIB, cores: 8 });
  assert.equal(settings['shared_buffers'], '1024MB');
  assert.equal(settings['effective_cache_size'], '8192MB');
  assert.equal(settings['work_mem'], '32MB');
  assert.equal(settings['maintenance_work_mem'], '512MB');
  assert.equal(settings['max_parallel_workers_per_gather'], '2');
  assert.equal(settings['max_parallel_workers'], '8');
  assert.equal(settings['max_connections'], '100');
});

test('memory dedicated to PostgreSQL is used, up to 4 GiB of buffers', () => {
  assert.equal(tuneFor({ memoryBytes: 8 * GIB, cores: 4, dedicated: true })['shared_buffers'], '2048MB');
  assert.equal(tuneFor({ memoryBytes: 64 * GIB, cores: 4, dedicated: true })['shared_buffers'], '4096MB');
});

test('a small machine gets small settings', () => {
  const settings = tuneFor({ memoryBytes: GIB / 2, cores: 1 });
  assert.equal(settings['shared_buffers'], '128MB');
  assert.equal(settings['work_mem'], '4MB');
  assert.equal(settings['max_wal_size'], '512MB');
  assert.equal(settings['max_parallel_workers_per_gather'], '0');
});

test('commits are durable, and JIT is off', () => {
  const settings = tuneFor({ memoryBytes: GIB, cores: 2, walCompression: 'lz4' });
  assert.deepEqual(
    [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'jit',
      'timezone',
      'wal_compression',
      'default_toast_compression',
    ].map(name => settings[name]),
    ['on', 'on', 'on', 'off', 'UTC', 'lz4', 'lz4'],
  );
});

test('the settings stay within their bounds on any machine', () => {
  const machine = fc.record({
    memoryBytes: fc.integer({ min: GIB / 4, max: 1024 * GIB }),
    cores: fc.integer({ min: 1, max: 256 }),
    dedicated: fc.boolean(),
    maxConnections: fc.integer({ min: 10, max: 2_000 }),
  });
  fc.assert(
    fc.property(machine, size => {
      const settings = tuneFor(size);
      const megabytes = (name: string) => Number.parseInt(settings[name] ?? '', 10);
      assert.ok(megabytes('shared_buffers') >= 128);
      assert.ok(megabytes('shared_buffers') <= (size.dedicated ? 4_096 : 1_024));
      assert.ok(megabytes('work_mem') >= 4 && megabytes('work_mem') <= 32);
      assert.ok(megabytes('effective_cache_size') >= megabytes('shared_buffers'));
      assert.ok(Number(settings['max_parallel_workers']) <= Number(settings['max_worker_processes']));
      assert.ok(Object.values(settings).every(value => !/NaN|Infinity|undefined|\.\d{3}/.test(value)));
    }),
  );
});

test('limits lower what a machine would get, and never raise it', () => {
  const limits = { maxSharedBuffersMb: 64, minWalMb: 64, walBuffersMb: 4 };
  const settings = tuneFor({ memoryBytes: 16 * GIB, cores: 8, limits });
  assert.deepEqual(
    ['shared_buffers', 'min_wal_size', 'wal_buffers', 'work_mem'].map(name => settings[name]),
    ['64MB', '64MB', '4MB', '32MB'],
  );
  const larger = tuneFor({ memoryBytes: GIB, cores: 1, limits: { maxSharedBuffersMb: 4_096 } });
  assert.equal(larger['shared_buffers'], '256MB');
});
