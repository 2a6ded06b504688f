import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../lib/clock.ts';
import { CredentialCache, MAX_AGE_MS } from './credential-cache.ts';

const NEVER = Number.POSITIVE_INFINITY;

test('an entry lives at most ten seconds and never longer than its credential', async () => {
  const clock = new ManualClock();
  const cache = new CredentialCache<{ userId: string }>(clock);
  cache.put('lasting', { userId: 'ada' }, NEVER, cache.generation);
  cache.put('ending', { userId: 'ada' }, clock.now() + 3_000, cache.generation);
  cache.put('ended', { userId: 'ada' }, clock.now(), cache.generation);
  assert.equal(cache.get('ended'), undefined);
  await clock.advance(2_999);
  assert.ok(cache.get('ending'));
  await clock.advance(1);
  assert.equal(cache.get('ending'), undefined);
  await clock.advance(MAX_AGE_MS - 3_000);
  assert.equal(cache.get('lasting'), undefined);
  assert.equal(cache.size, 0);
});

test('a clock that is set back does not extend an entry', () => {
  let now = 1_000_000;
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const cache = new CredentialCache<{ userId: string }>(clock);
  cache.put('key', { userId: 'ada' }, NEVER, cache.generation);
  now -= 1;
  assert.equal(cache.get('key'), undefined);
});

test('an entry read before a change is dropped after it, for any user', () => {
  const cache = new CredentialCache<{ userId: string }>(new ManualClock());
  const begun = cache.generation;
  cache.evictUser('ada');
  cache.put('key', { userId: 'ada' }, NEVER, begun);
  assert.equal(cache.get('key'), undefined);
});

test('the cache never exceeds its capacity', () => {
  const cache = new CredentialCache<{ userId: string }>(new ManualClock(), 100);
  for (let n = 0; n < 1_000; n++) cache.put(`key ${n}`, { userId: `user ${n % 7}` }, NEVER, cache.generation);
  assert.equal(cache.size, 100);
  assert.ok(cache.get('key 999'));
  assert.equal(cache.get('key 0'), undefined);
});

test('the cache agrees with a plain model: it may evict entries, but never returns a wrong one', async () => {
  const key = fc.constantFrom('k1', 'k2', 'k3', 'k4');
  const user = fc.constantFrom('ada', 'eve');
  const command = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), key, user, life: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ kind: fc.constant('evict' as const), user }),
    fc.record({ kind: fc.constant('clear' as const) }),
    fc.record({ kind: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 12_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async commands => {
      const clock = new ManualClock();
      const cache = new CredentialCache<{ userId: string }>(clock, 3);
      const model = new Map<string, { userId: string; end: number }>();
      for (const step of commands) {
        if (step.kind === 'put') {
          const end = clock.now() + Math.min(step.life, MAX_AGE_MS);
          cache.put(step.key, { userId: step.user }, clock.now() + step.life, cache.generation);
          if (end > clock.now()) model.set(step.key, { userId: step.user, end });
        } else if (step.kind === 'evict') {
          cache.evictUser(step.user);
          for (const [name, entry] of model) if (entry.userId === step.user) model.delete(name);
        } else if (step.kind === 'clear') {
          cache.clear();
          model.clear();
        } else await clock.advance(step.ms);
        for (const name of ['k1', 'k2', 'k3', 'k4']) {
          const said = cache.get(name);
          const truth = model.get(name);
          if (said) assert.ok(truth && truth.userId === said.userId && truth.end > clock.now());
        }
        assert.ok(cache.size <= 3);
      }
    }),
    { numRuns: 200 },
  );
});
