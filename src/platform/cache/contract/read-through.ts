import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemRandom } from '../../../lib/random.ts';
import { createMemoryTelemetry } from '../../telemetry/memory/memory.ts';
import type { CacheKey } from '../keys.ts';
import { ReadThroughCache } from '../read-through.ts';
import { bytes, type CacheHarness, type CreateHarness, clockOf, drive, freshKey, using } from './harness.ts';

export function describeReadThrough(create: CreateHarness): void {
  describe('a read-through cache over it', () => {
    test(
      'computes once for 200 callers of one key in two processes',
      using(create, async harness => {
        const world = twoProcesses(harness);
        const key = freshKey();
        const answers = await drive(harness, world.callAll([key], 200));
        assert.deepEqual(new Set(answers), new Set([`${key} 1`]));
        assert.equal(world.computed.get(key), 1);
      }),
    );

    test(
      'fault 16: a flush under load costs one computation per key',
      using(create, async harness => {
        const world = twoProcesses(harness);
        const keys = Array.from({ length: 20 }, () => freshKey());
        await drive(harness, world.callAll(keys, 200));
        await harness.flush();
        await drive(harness, world.callAll(keys, 2_000));
        for (const key of keys) assert.equal(world.computed.get(key), 2, 'once before and once after');
      }),
    );

    test(
      'fault 16: a flush during computations costs at most one more computation per other process',
      using(create, async harness => {
        const world = twoProcesses(harness);
        const keys = Array.from({ length: 20 }, () => freshKey());
        const calls = world.callAll(keys, 400);
        await world.someComputing();
        await harness.flush();
        await drive(harness, Promise.all([calls, world.callAll(keys, 400)]));
        for (const key of keys) assert.ok((world.computed.get(key) ?? 0) <= 2, `${world.computed.get(key)}`);
        const before = new Map(world.computed);
        await drive(harness, world.callAll(keys, 200));
        assert.deepEqual(world.computed, before, 'afterwards everything is cached');
      }),
    );
  });
}

/** Two instances that share only the cache, and the number of computations for each key. */
function twoProcesses(harness: CacheHarness) {
  const deps = { clock: clockOf(harness), random: systemRandom, log: createMemoryTelemetry().log };
  const processes = [harness.store, harness.peer].map(cache => new ReadThroughCache({ ...deps, cache }));
  const computed = new Map<CacheKey, number>();
  const started = Promise.withResolvers<void>();
  const compute = async (key: CacheKey) => {
    const times = (computed.get(key) ?? 0) + 1;
    computed.set(key, times);
    started.resolve();
    for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve));
    return bytes(`${key} ${times}`);
  };
  const call = async (key: CacheKey, n: number) => {
    const value = await processes[n % 2]?.getOrCompute(key, { ttlMs: 60_000, staleMs: 60_000 }, () =>
      compute(key),
    );
    return new TextDecoder().decode(value);
  };
  return {
    computed,
    someComputing: () => started.promise,
    callAll: (keys: readonly CacheKey[], calls: number) =>
      Promise.all(
        Array.from({ length: calls }, (_, n) => {
          const key = keys[Math.floor(n / 2) % keys.length];
          return key === undefined ? '' : call(key, n);
        }),
      ),
  };
}
