import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/random.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { cacheKey } from './keys.ts';
import { createMemoryCache } from './memory/memory.ts';
import type { SharedCache } from './port.ts';
import { type Lifetimes, ReadThroughCache } from './read-through.ts';

const KEY = cacheKey('page', 1, 'front');
const LIFETIMES: Lifetimes = { ttlMs: 10_000, staleMs: 5_000, jitter: 0 };

describe('VIEW-1 the read-through cache', () => {
  test('computes once for 200 concurrent callers', async () => {
    const { readThrough } = create();
    let computed = 0;
    const compute = async () => {
      computed += 1;
      await turn();
      return bytes('value');
    };
    const values = await Promise.all(
      Array.from({ length: 200 }, () => readThrough.getOrCompute(KEY, LIFETIMES, compute)),
    );
    assert.equal(computed, 1);
    assert.deepEqual(values.map(text), Array(200).fill('value'));
  });

  test('returns a fresh value without computing, and computes again when the stale time is over', async () => {
    const { readThrough, clock, source } = create();
    assert.equal(await source.get(), 'edition 1');
    await clock.advance(9_999);
    assert.equal(await source.get(), 'edition 1');
    await clock.advance(5_001);
    assert.equal(await source.get(), 'edition 2');
    await readThrough.settled();
    assert.equal(source.computed, 2);
  });

  test('serves a stale value while one computation refreshes it in the background', async () => {
    const { readThrough, clock, source } = create();
    await source.get();
    await clock.advance(10_000);
    const gate = source.hold();
    const stale = await Promise.all(Array.from({ length: 50 }, () => source.get()));
    assert.deepEqual(new Set(stale), new Set(['edition 1']));
    gate.resolve();
    await readThrough.settled();
    assert.equal(await source.get(), 'edition 2');
    assert.equal(source.computed, 2);
  });

  test('serves the stale value when the refresh fails, logs the failure once, and pauses before the next attempt', async () => {
    const { readThrough, clock, source, lines } = create();
    await source.get();
    await clock.advance(10_000);
    source.fails = true;
    for (let n = 0; n < 20; n++) {
      assert.equal(await source.get(), 'edition 1');
      await turn();
    }
    assert.equal(source.computed, 2, 'no second attempt within the pause');
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.level, 'warn');
    source.fails = false;
    await source.get();
    await clock.advance(3_250);
    await readThrough.settled();
    assert.equal(await source.get(), 'edition 3');
  });

  test('does not cache a failure: all waiting callers get it and the next caller computes', async () => {
    const { source, lines } = create();
    source.fails = true;
    const answers = await Promise.allSettled([source.get(), source.get(), source.get()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(source.computed, 1);
    source.fails = false;
    assert.equal(await source.get(), 'edition 2');
    assert.equal(lines.length, 0);
  });

  test('gives values computed together lifetimes that end at different times', async () => {
    const { readThrough, cache } = create();
    const lifetimes = { ttlMs: 10_000, jitter: 0.2 };
    const left: number[] = [];
    for (let n = 0; n < 200; n++) {
      const key = cacheKey('many', 1, String(n));
      await readThrough.getOrCompute(key, lifetimes, async () => bytes('x'));
      left.push((await cache.getWithLifetime(key))?.leftMs ?? 0);
    }
    assert.ok(Math.min(...left) >= 8_000 && Math.max(...left) <= 10_000);
    assert.ok(Math.max(...left) - Math.min(...left) > 1_500);
    assert.ok(new Set(left).size > 150);
  });

  test('waits for a computation in another process and uses its value', async () => {
    const { clock, source, other } = create();
    const gate = source.hold();
    const here = source.get();
    await clock.advance(0);
    let computedThere = 0;
    const there = other.getOrCompute(KEY, LIFETIMES, async () => {
      computedThere += 1;
      return bytes('theirs');
    });
    // Longer than the lock lives unless its holder extends it.
    await clock.advance(8_000);
    gate.resolve();
    assert.equal(await here, 'edition 1');
    await clock.advance(1_000);
    assert.equal(text(await there), 'edition 1');
    assert.equal(computedThere, 0);
  });

  test('does not compute a value that another process finished between the read and the lock', async () => {
    const { clock, random, log, cache, source } = create();
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    const slowAtFirst: SharedCache = {
      ...cache,
      async getWithLifetime(key) {
        const held = await cache.getWithLifetime(key);
        if (++reads === 1) await gate.promise;
        return held;
      },
    };
    const readThrough = new ReadThroughCache({ cache: slowAtFirst, clock, random, log });
    const late = readThrough.getOrCompute(KEY, LIFETIMES, () => Promise.reject(new Error('computed again')));
    assert.equal(await source.get(), 'edition 1');
    gate.resolve();
    assert.equal(text(await late), 'edition 1');
    assert.ok(await cache.locks.acquire(KEY, 10), 'the lock is free again');
  });

  test('computes when the process holding the lock has died', async () => {
    const { clock, source, cache } = create();
    await cache.locks.acquire(KEY, 3_000);
    const value = source.get();
    await turn();
    await clock.advance(2_500);
    assert.equal(source.computed, 0);
    await clock.advance(1_000);
    assert.equal(await value, 'edition 1');
  });

  test('does not wait forever for a lock that is never released', async () => {
    const { clock, source, cache } = create();
    await cache.locks.acquire(KEY, 3_600_000);
    const value = source.get();
    await turn();
    await clock.advance(31_000);
    assert.equal(await value, 'edition 1');
  });

  test('computes when the cache fails, still once for concurrent callers', async () => {
    const { clock, random, log, cache } = create();
    const readThrough = new ReadThroughCache({ cache: broken(cache), clock, random, log });
    let computed = 0;
    const get = () =>
      readThrough.getOrCompute(KEY, LIFETIMES, async () => {
        computed += 1;
        await turn();
        return bytes('computed');
      });
    const values = await Promise.all(Array.from({ length: 200 }, get));
    assert.deepEqual(new Set(values.map(text)), new Set(['computed']));
    assert.equal(computed, 1);
  });

  test('leaves no lock and no running work after a computation', async () => {
    const { readThrough, cache, source, clock } = create();
    await source.get();
    await readThrough.settled();
    assert.ok(await cache.locks.acquire(KEY, 10));
    source.fails = true;
    await clock.advance(15_000);
    await assert.rejects(source.get());
    assert.ok(await cache.locks.acquire(KEY, 10), 'a failure without a stale value frees the lock');
  });
});

function create() {
  const clock = new ManualClock();
  const random = seededRandom(7);
  const { log, lines } = createMemoryTelemetry({ clock });
  const cache = createMemoryCache({ clock, log });
  const deps = { cache, clock, random, log };
  const readThrough = new ReadThroughCache(deps);
  return { ...deps, lines, readThrough, other: new ReadThroughCache(deps), source: new Source(readThrough) };
}

/** Computes a new edition every time, unless it fails or is paused. */
class Source {
  readonly #readThrough: ReadThroughCache;
  #held: Promise<void> = Promise.resolve();
  computed = 0;
  fails = false;

  constructor(readThrough: ReadThroughCache) {
    this.#readThrough = readThrough;
  }

  async get(): Promise<string> {
    return text(await this.#readThrough.getOrCompute(KEY, LIFETIMES, () => this.#compute()));
  }

  hold() {
    const gate = Promise.withResolvers<void>();
    this.#held = gate.promise;
    return gate;
  }

  async #compute(): Promise<Uint8Array> {
    const edition = ++this.computed;
    await this.#held;
    if (this.fails) throw new Error('cannot be computed');
    return bytes(`edition ${edition}`);
  }
}

/** A cache that fails every operation on values and locks. */
function broken(cache: SharedCache): SharedCache {
  const fail = async () => {
    throw new Error('connection refused');
  };
  const locks = { acquire: fail, extend: fail, release: fail };
  return { ...cache, get: fail, getWithLifetime: fail, set: fail, delete: fail, locks };
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function text(value: Uint8Array): string {
  return new TextDecoder().decode(value);
}
