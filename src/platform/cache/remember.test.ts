import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/random.ts';
import { recordingLog } from './contract/recording.ts';
import { cacheKey } from './keys.ts';
import { createMemoryCache } from './memory/memory.ts';
import type { SharedCache } from './port.ts';
import { type Lifetimes, Remember } from './remember.ts';

const KEY = cacheKey('page', 1, 'front');
const LIFETIMES: Lifetimes = { ttlMs: 10_000, staleMs: 5_000, jitter: 0 };

describe('VIEW-1 remembering', () => {
  test('computes once for 200 concurrent callers and hands each a copy of its own', async () => {
    const { remember } = create();
    let computed = 0;
    const compute = async () => {
      computed += 1;
      await turn();
      return bytes('value');
    };
    const values = await Promise.all(
      Array.from({ length: 200 }, () => remember.bytes(KEY, LIFETIMES, compute)),
    );
    assert.equal(computed, 1);
    values[0]?.fill(0);
    assert.deepEqual(values.slice(1).map(text), Array(199).fill('value'));
  });

  test('hands out what is fresh without computing, and computes anew when all of its time is over', async () => {
    const { remember, clock, source } = create();
    assert.equal(await source.ask(), 'edition 1');
    await clock.advance(9_999);
    assert.equal(await source.ask(), 'edition 1');
    await clock.advance(5_001);
    assert.equal(await source.ask(), 'edition 2');
    await remember.settled();
    assert.equal(source.computed, 2);
  });

  test('serves what is stale at once while one computation rebuilds it behind', async () => {
    const { remember, clock, source } = create();
    await source.ask();
    await clock.advance(10_000);
    const gate = source.hold();
    const stale = await Promise.all(Array.from({ length: 50 }, () => source.ask()));
    assert.deepEqual(new Set(stale), new Set(['edition 1']));
    gate.resolve();
    await remember.settled();
    assert.equal(await source.ask(), 'edition 2');
    assert.equal(source.computed, 2);
  });

  test('serves what is stale when the rebuild fails, tells it once, and pauses before the next try', async () => {
    const { remember, clock, source, log } = create();
    await source.ask();
    await clock.advance(10_000);
    source.fails = true;
    for (let n = 0; n < 20; n++) {
      assert.equal(await source.ask(), 'edition 1');
      await turn();
    }
    assert.equal(source.computed, 2, 'no second try within the pause');
    assert.equal(log.lines.length, 1);
    assert.equal(log.lines[0]?.level, 'warn');
    source.fails = false;
    await source.ask();
    await clock.advance(3_250);
    await remember.settled();
    assert.equal(await source.ask(), 'edition 3');
  });

  test('does not remember a failure: all who waited get it and the next caller computes', async () => {
    const { source, log } = create();
    source.fails = true;
    const answers = await Promise.allSettled([source.ask(), source.ask(), source.ask()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(source.computed, 1);
    source.fails = false;
    assert.equal(await source.ask(), 'edition 2');
    assert.equal(log.lines.length, 0);
  });

  test('gives values that were computed together lifetimes that end apart', async () => {
    const { remember, cache } = create();
    const lifetimes = { ttlMs: 10_000, jitter: 0.2 };
    const left: number[] = [];
    for (let n = 0; n < 200; n++) {
      const key = cacheKey('many', 1, String(n));
      await remember.bytes(key, lifetimes, async () => bytes('x'));
      left.push((await cache.getWithLifetime(key))?.leftMs ?? 0);
    }
    assert.ok(Math.min(...left) >= 8_000 && Math.max(...left) <= 10_000);
    assert.ok(Math.max(...left) - Math.min(...left) > 1_500);
    assert.ok(new Set(left).size > 150);
  });

  test('waits for a computation in another process and shares its value', async () => {
    const { clock, source, other } = create();
    const gate = source.hold();
    const here = source.ask();
    await clock.advance(0);
    let computedThere = 0;
    const there = other.bytes(KEY, LIFETIMES, async () => {
      computedThere += 1;
      return bytes('theirs');
    });
    // Longer than a lock lives by itself: its holder keeps it.
    await clock.advance(8_000);
    gate.resolve();
    assert.equal(await here, 'edition 1');
    await clock.advance(1_000);
    assert.equal(text(await there), 'edition 1');
    assert.equal(computedThere, 0);
  });

  test('does not compute what another process finished between the look and the lock', async () => {
    const { clock, random, log, cache, source } = create();
    const gate = Promise.withResolvers<void>();
    let looks = 0;
    const slowAtFirst: SharedCache = {
      ...cache,
      async getWithLifetime(key) {
        const held = await cache.getWithLifetime(key);
        if (++looks === 1) await gate.promise;
        return held;
      },
    };
    const remember = new Remember({ cache: slowAtFirst, clock, random, log });
    const late = remember.bytes(KEY, LIFETIMES, () => Promise.reject(new Error('computed again')));
    assert.equal(await source.ask(), 'edition 1');
    gate.resolve();
    assert.equal(text(await late), 'edition 1');
    assert.ok(await cache.locks.acquire(KEY, 10), 'and the lock is free again');
  });

  test('computes when the process that held the lock has died', async () => {
    const { clock, source, cache } = create();
    await cache.locks.acquire(KEY, 3_000);
    const asked = source.ask();
    await turn();
    await clock.advance(2_500);
    assert.equal(source.computed, 0);
    await clock.advance(1_000);
    assert.equal(await asked, 'edition 1');
  });

  test('does not wait for ever for a lock that is never given back', async () => {
    const { clock, source, cache } = create();
    await cache.locks.acquire(KEY, 3_600_000);
    const asked = source.ask();
    await turn();
    await clock.advance(31_000);
    assert.equal(await asked, 'edition 1');
  });

  test('computes when the store fails, still once for concurrent callers', async () => {
    const { clock, random, log, cache } = create();
    const remember = new Remember({ cache: broken(cache), clock, random, log });
    let computed = 0;
    const ask = () =>
      remember.bytes(KEY, LIFETIMES, async () => {
        computed += 1;
        await turn();
        return bytes('computed');
      });
    const values = await Promise.all(Array.from({ length: 200 }, ask));
    assert.deepEqual(new Set(values.map(text)), new Set(['computed']));
    assert.equal(computed, 1);
    await remember.forget(KEY);
  });

  test('forgets: who asks afterwards gets what was computed afterwards', async () => {
    const { remember, clock, source } = create();
    const gate = source.hold();
    const before = source.ask();
    await turn();
    await remember.forget(KEY);
    const after = source.ask();
    gate.resolve();
    assert.equal(await before, 'edition 1');
    await clock.advance(1_000);
    assert.equal(await after, 'edition 2');
    assert.equal(await source.ask(), 'edition 2', 'the outdated result was not kept');
    await remember.forget(KEY);
    assert.equal(await source.ask(), 'edition 3');
  });

  test('keeps no lock and nothing running after it has computed', async () => {
    const { remember, cache, source, clock } = create();
    await source.ask();
    await remember.settled();
    assert.ok(await cache.locks.acquire(KEY, 10));
    source.fails = true;
    await clock.advance(15_000);
    await assert.rejects(source.ask());
    assert.ok(await cache.locks.acquire(KEY, 10), 'a failure without a stale value frees the lock');
  });
});

describe('VIEW-1 remembering JSON', () => {
  test('hands every caller the same content as an object of its own', async () => {
    const { remember } = create();
    const ask = () =>
      remember.json(KEY, LIFETIMES, isPage, async () => ({ title: 'News', extra: undefined }));
    const [first, second] = await Promise.all([ask(), ask()]);
    assert.deepEqual(first, { title: 'News' });
    assert.deepEqual(second, await ask());
    assert.notEqual(first, second);
  });

  test('computes once for 200 callers who find what another version of the program wrote', async () => {
    const { remember, cache } = create();
    for (const foreign of ['{"name":"old shape"}', 'not JSON', '']) {
      await cache.set(KEY, bytes(foreign), 60_000);
      let computed = 0;
      const ask = () =>
        remember.json(KEY, LIFETIMES, isPage, async () => {
          computed += 1;
          await turn();
          return { title: 'New' };
        });
      const pages = await Promise.all(Array.from({ length: 200 }, ask));
      assert.deepEqual(pages[199], { title: 'New' });
      assert.equal(computed, 1);
    }
  });
});

function create() {
  const clock = new ManualClock();
  const random = seededRandom(7);
  const log = recordingLog();
  const cache = createMemoryCache({ clock, log });
  const deps = { cache, clock, random, log };
  const remember = new Remember(deps);
  return { ...deps, remember, other: new Remember(deps), source: new Source(remember) };
}

/** Something that is computed: a new edition every time, when it does not fail and is not held up. */
class Source {
  readonly #remember: Remember;
  #held: Promise<void> = Promise.resolve();
  computed = 0;
  fails = false;

  constructor(remember: Remember) {
    this.#remember = remember;
  }

  async ask(): Promise<string> {
    return text(await this.#remember.bytes(KEY, LIFETIMES, () => this.#compute()));
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

/** A store of which every question about values and locks fails. */
function broken(cache: SharedCache): SharedCache {
  const fail = async () => {
    throw new Error('connection refused');
  };
  const locks = { acquire: fail, extend: fail, release: fail };
  return { ...cache, get: fail, getWithLifetime: fail, set: fail, delete: fail, locks };
}

function isPage(value: unknown): { title: string } {
  if (typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string') {
    return { title: value.title };
  }
  throw new TypeError('this is not a page');
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
