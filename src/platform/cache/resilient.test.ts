import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../lib/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { faultyCache } from './contract/faulty-cache.ts';
import { describeCacheContract } from './contract.ts';
import { cacheKey } from './keys.ts';
import { createMemoryCache } from './memory/memory.ts';
import { CacheUnavailable, CacheUsageError } from './port.ts';
import { ReadThroughCache } from './read-through.ts';
import { createResilientCache } from './resilient.ts';

const KEY = cacheKey('thing', 1, 'a');
const OTHER = cacheKey('thing', 1, 'b');

describeCacheContract('in memory behind a breaker', async () => {
  const { clock, cache, store } = create();
  const flush = async () => store.inner.flush();
  return { store: cache, peer: cache, clock, histories: 100, flush, close: cache.close };
});

describe('SCALE-3 a cache that may be unavailable', () => {
  test('behaves like the store while it works', async () => {
    const { cache } = create();
    await cache.set(KEY, bytes('x'), 60_000);
    assert.equal(text(await cache.get(KEY)), 'x');
    assert.deepEqual((await cache.getMany([KEY, OTHER])).map(text), ['x', null]);
    assert.equal(await cache.increment(OTHER, 2, 60_000), 2);
    assert.equal(await cache.sorted.add(KEY, [{ member: 'm', score: 1 }], 60_000), 1);
    await cache.presence.touch(KEY, 'reader', 60_000);
    assert.deepEqual(await cache.presence.list(KEY, 1), ['reader']);
    const token = await cache.locks.acquire(KEY, 60_000);
    assert.ok(token !== null && (await cache.locks.release(KEY, token)));
    await cache.delete([KEY]);
    assert.equal(await cache.get(KEY), null);
    assert.equal(cache.state(), 'closed');
  });

  for (const fault of ['fails', 'hangs'] as const) {
    test(`behaves like an empty cache and never throws when the store ${fault}`, async () => {
      const { cache, store, clock } = create();
      await cache.set(KEY, bytes('x'), 60_000);
      store.fault = fault;
      assert.deepEqual(await inTime(clock, everyCacheUse(cache)), EMPTY_ANSWERS);
    });
  }

  test('opens after 10 failures within 10 s, gets no calls while open, and is probed after 10 s', async () => {
    const { cache, store, clock, telemetry } = create();
    store.fault = 'fails';
    for (let n = 0; n < 50; n++) assert.equal(await cache.get(KEY), null);
    assert.equal(store.calls, 10);
    assert.equal(cache.state(), 'open');
    await clock.advance(10_000);
    assert.equal(await cache.get(KEY), null);
    assert.equal(store.calls, 11);
    store.fault = 'none';
    await clock.advance(10_000);
    await cache.set(KEY, bytes('x'), 60_000);
    assert.equal(text(await cache.get(KEY)), 'x');
    assert.equal(telemetry.metrics.value('circuit_breaker_open_total', { name: 'cache' }), 2);
    assert.equal(telemetry.metrics.value('circuit_breaker_open', { name: 'cache' }), 0);
    assert.deepEqual(
      telemetry.lines.map(({ level, msg }) => `${level} ${msg}`),
      ['warn circuit_breaker.opened', 'info circuit_breaker.closed'],
    );
  });

  test('waits at most 100 ms for a response', async () => {
    const { cache, store, clock } = create();
    store.fault = 'hangs';
    const answer = cache.get(KEY);
    let isOver = false;
    void answer.then(() => {
      isOver = true;
    });
    await turn();
    await clock.advance(99);
    assert.equal(isOver, false);
    await clock.advance(1);
    assert.equal(isOver, true);
  });

  for (const fault of ['fails', 'hangs'] as const) {
    test(`closes within a second when the store ${fault}`, async () => {
      const { cache, store, clock } = create();
      store.fault = fault;
      await inTime(clock, cache.close());
      assert.ok(clock.now() <= new ManualClock().now() + 1_010);
    });
  }

  test('keeps limits and counters in the process while the store is down', async () => {
    const { cache, store } = create();
    store.fault = 'fails';
    const limit = { limit: 3, windowMs: 60_000 };
    const allowed: boolean[] = [];
    for (let n = 0; n < 5; n++) allowed.push((await cache.take(KEY, limit)).allowed);
    assert.deepEqual(allowed, [true, true, true, false, false]);
    assert.equal(await cache.increment(KEY, 1, 60_000), 1);
    assert.equal(await cache.increment(KEY, 1, 60_000), 2);
  });

  test('reports locks neither free nor taken while the store is down', async () => {
    const { cache, store } = create();
    store.fault = 'fails';
    await assert.rejects(cache.locks.acquire(KEY, 1_000), CacheUnavailable);
    await assert.rejects(cache.locks.extend(KEY, 1, 1_000), CacheUnavailable);
    await assert.rejects(cache.locks.release(KEY, 1), CacheUnavailable);
  });

  test('does not count an invalid argument as an outage', async () => {
    const { cache } = create();
    for (let n = 0; n < 20; n++) await assert.rejects(cache.set(KEY, bytes('x'), -1), CacheUsageError);
    assert.equal(cache.state(), 'closed');
  });

  test('values deleted during an outage do not reappear with the store', async () => {
    const { cache, store, clock } = create();
    await cache.set(KEY, bytes('withdrawn'), 3_600_000);
    await cache.set(OTHER, bytes('stays'), 3_600_000);
    store.fault = 'fails';
    for (let n = 0; n < 10; n++) await cache.get(OTHER);
    await cache.delete([KEY]);
    assert.equal(cache.state(), 'open');
    assert.equal(await cache.get(KEY), null);
    await clock.advance(10_000);
    assert.equal(await cache.get(KEY), null, 'while the deletion is pending');
    await turn();
    store.fault = 'none';
    await clock.advance(10_000);
    assert.equal(await cache.get(KEY), null, 'not even for the first reader');
    await turn();
    assert.deepEqual((await cache.getMany([KEY, OTHER])).map(text), [null, 'stays']);
    assert.equal(await store.inner.get(KEY), null, 'the store deleted it as well');
    await cache.set(KEY, bytes('new'), 60_000);
    assert.equal(text(await cache.get(KEY)), 'new');
  });

  test('serves a value written after a failed deletion', async () => {
    const { cache, store } = create();
    await cache.set(KEY, bytes('old'), 60_000);
    store.fault = 'fails';
    await cache.delete([KEY]);
    store.fault = 'none';
    await cache.set(KEY, bytes('new'), 60_000);
    assert.equal(text(await cache.get(KEY)), 'new');
  });

  test('a read-through cache over it computes directly, once for concurrent callers, without waiting once the breaker is open', async () => {
    const { cache, store, clock, telemetry } = create();
    const readThrough = new ReadThroughCache({ cache, clock, random: systemRandom, log: telemetry.log });
    store.fault = 'hangs';
    let computed = 0;
    const get = () =>
      readThrough.getOrCompute(KEY, { ttlMs: 60_000 }, async () => {
        computed += 1;
        await turn();
        return bytes('computed');
      });
    const first = await inTime(clock, Promise.all(Array.from({ length: 200 }, get)));
    assert.deepEqual(new Set(first.map(text)), new Set(['computed']));
    assert.equal(computed, 1);
    assert.equal(cache.state(), 'open');
    assert.equal(text(await get()), 'computed', 'without the clock moving');
  });
});

const EMPTY_ANSWERS = [null, null, [null, null], 0, [5], [], [], null, null, 0, 0, 0, false, [], 0];

async function everyCacheUse(cache: ReturnType<typeof create>['cache']): Promise<unknown[]> {
  const members = [{ member: 'm', score: 5 }];
  await cache.set(KEY, bytes('y'), 60_000);
  await cache.delete([OTHER]);
  await cache.sorted.replace(KEY, members, 60_000);
  await cache.sorted.delete(KEY);
  await cache.presence.touch(KEY, 'reader', 60_000);
  await cache.presence.leave(KEY, 'reader');
  await cache.channels.publish(KEY, 'message');
  return [
    await cache.get(KEY),
    await cache.getWithLifetime(KEY),
    await cache.getMany([KEY, OTHER]),
    await cache.sorted.add(KEY, members, 60_000),
    await cache.sorted.increment(KEY, members, 60_000),
    await cache.sorted.top(KEY, 1),
    await cache.sorted.range(KEY, { limit: 1, order: 'ascending' }),
    await cache.sorted.rank(KEY, 'm'),
    await cache.sorted.score(KEY, 'm'),
    await cache.sorted.remove(KEY, ['m']),
    await cache.sorted.trim(KEY, 1),
    await cache.sorted.count(KEY),
    await cache.sorted.expire(KEY, 1_000),
    await cache.presence.list(KEY, 1),
    await cache.presence.count(KEY),
  ];
}

function create() {
  const clock = new ManualClock();
  const telemetry = createMemoryTelemetry({ clock });
  const { log } = telemetry;
  const store = faultyCache(createMemoryCache({ clock, log }));
  const local = createMemoryCache({ clock, log, maxEntries: 1_000 });
  const cache = createResilientCache(store.cache, { clock, telemetry, local });
  return { clock, telemetry, store, cache };
}

/** Advances the clock until the work has ended. */
async function inTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await clock.advance(10);
  return over;
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function text(value: Uint8Array | null): string | null {
  return value === null ? null : new TextDecoder().decode(value);
}
