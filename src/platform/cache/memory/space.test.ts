import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { createMemoryTelemetry } from '../../telemetry/memory/memory.ts';
import { bytes, text } from '../contract/harness.ts';
import { cacheKey } from '../keys.ts';
import { createMemoryCache, type MemoryCacheOptions } from './memory.ts';

describe('VIEW-1 the memory of the cache', () => {
  test('stays within its limits of bytes and entries under any load', async () => {
    const write = fc.record({
      key: fc.nat({ max: 60 }),
      size: fc.nat({ max: 3_000 }),
      kind: fc.nat({ max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 150 }), async writes => {
        const { store } = create({ maxBytes: 20_000, maxEntries: 25 });
        for (const { key, size, kind } of writes) {
          await writeOne(store, kind, cacheKey('k', 1, String(key)), size);
          const { entries, bytes: used } = store.usage();
          assert.ok(entries >= 0 && entries <= 25, `${entries} entries`);
          assert.ok(used >= 0 && used <= 20_000, `${used} bytes`);
        }
        store.flush();
        assert.deepEqual(store.usage(), { entries: 0, bytes: 0 });
      }),
      { numRuns: 300 },
    );
  });

  test('evicts the least recently used value first', async () => {
    const { store } = create({ maxEntries: 3 });
    for (const name of ['a', 'b', 'c']) await store.set(key(name), bytes(name), 60_000);
    await store.get(key('a'));
    await store.set(key('d'), bytes('d'), 60_000);
    const left = await store.getMany(['a', 'b', 'c', 'd'].map(key));
    assert.deepEqual(left.map(text), ['a', null, 'c', 'd']);
  });

  test('evicts every plain value before a ranking, a limit or a lock', async () => {
    const { store } = create({ maxEntries: 100 });
    const token = await store.locks.acquire(key('lock'), 600_000);
    const limit = { limit: 1, windowMs: 600_000 };
    await store.take(key('limit'), limit);
    await store.sorted.add(key('ranking'), [{ member: 'm', score: 1 }], 600_000);
    for (let n = 0; n < 5_000; n++) await store.set(key(`value ${n}`), bytes('x'), 600_000);
    assert.equal(await store.sorted.count(key('ranking')), 1);
    assert.equal((await store.take(key('limit'), limit)).allowed, false);
    assert.ok(token !== null && (await store.locks.extend(key('lock'), token, 1_000)));
  });

  test('evicts rankings before limits, and never a lock', async () => {
    const { store } = create({ maxEntries: 10 });
    const limit = { limit: 1, windowMs: 600_000 };
    await store.locks.acquire(key('lock'), 600_000);
    await store.take(key('limit'), limit);
    for (let n = 0; n < 100; n++) await store.sorted.add(key(`s${n}`), [{ member: 'm', score: 1 }], 600_000);
    assert.equal((await store.take(key('limit'), limit)).allowed, false);
    for (let n = 0; n < 100; n++) await store.take(key(`flood ${n}`), limit);
    assert.equal(await store.locks.acquire(key('lock'), 1_000), null);
  });

  test('refuses another lock when it is full of locks, instead of evicting one', async () => {
    const { store, clock } = create({ maxEntries: 3 });
    for (const name of ['a', 'b', 'c']) assert.ok(await store.locks.acquire(key(name), 1_000));
    await assert.rejects(store.locks.acquire(key('d'), 1_000), /full of locks/);
    await store.set(key('v'), bytes('x'), 1_000);
    assert.equal(await store.get(key('v')), null);
    await clock.advance(1_000);
    assert.ok(await store.locks.acquire(key('d'), 1_000), 'expired locks make room');
  });

  test('does not store a value that would evict a large part of the others', async () => {
    const { store } = create({ maxBytes: 100_000 });
    await store.set(key('small'), bytes('x'), 60_000);
    await store.set(key('huge'), bytes('old'), 60_000);
    await store.set(key('huge'), new Uint8Array(60_000), 60_000);
    assert.equal(await store.get(key('huge')), null, 'neither the new value nor the one it replaced');
    assert.equal(text(await store.get(key('small'))), 'x');
  });

  test('is freed by expired entries that are never requested again', async () => {
    const { store, clock } = create({});
    for (let n = 0; n < 1_000; n++) await store.set(key(`short ${n}`), bytes('x'), 1_000);
    await store.sorted.add(key('short'), [{ member: 'm', score: 1 }], 1_000);
    await clock.advance(1_000);
    for (let n = 0; n < 400; n++) await store.set(key('one'), bytes('x'), 600_000);
    assert.equal(store.usage().entries, 1);
  });

  test('is not filled by queries of limits that take no unit', async () => {
    const { store } = create({});
    for (let n = 0; n < 100; n++) await store.take(key(`${n}`), { limit: 5, windowMs: 60_000, cost: 0 });
    assert.equal(store.usage().entries, 0);
  });

  test('does not extend lifetimes when the clock is set back an hour', async () => {
    let back = 0;
    const manual = new ManualClock();
    const clock = { now: () => manual.now() - back, sleep: systemClock.sleep };
    const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
    const limit = { limit: 1, windowMs: 3_200 };
    const first = await store.locks.acquire(key('lock'), 1_000);
    await store.take(key('limit'), limit);
    back = 3_600_000;
    assert.equal(await store.locks.acquire(key('lock'), 1_000), null);
    await manual.advance(1_000);
    const second = await store.locks.acquire(key('lock'), 1_000);
    assert.ok(first !== null && second !== null && second > first);
    assert.equal((await store.take(key('limit'), limit)).allowed, false);
    await manual.advance(2_300);
    assert.equal((await store.take(key('limit'), limit)).allowed, true);
  });
});

function create(options: Partial<MemoryCacheOptions>) {
  const clock = new ManualClock();
  return { clock, store: createMemoryCache({ clock, log: createMemoryTelemetry().log, ...options }) };
}

function key(name: string) {
  return cacheKey('k', 1, name);
}

type Store = ReturnType<typeof createMemoryCache>;

async function writeOne(store: Store, kind: number, at: ReturnType<typeof key>, size: number): Promise<void> {
  if (kind === 0) await store.set(at, new Uint8Array(size), 60_000);
  if (kind === 1) await store.sorted.add(at, [{ member: 'm'.repeat(size), score: 1 }], 60_000);
  if (kind === 2) await store.presence.touch(at, 'm'.repeat(size), 60_000);
  if (kind === 3) await store.take(at, { limit: 3, windowMs: 60_000 });
  if (kind === 4) await store.sorted.remove(at, ['m'.repeat(size)]);
}
