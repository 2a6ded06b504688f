import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ManualClock, systemClock } from './clock.ts';
import { createIdSource, isUuid, timeOfId } from './ids.ts';
import { seededRandom, systemRandom } from './random.ts';

test('ALL-5: an id is a UUIDv7 that contains its creation time', () => {
  const newId = createIdSource(new ManualClock(1_767_225_600_123), seededRandom(1));
  const id = newId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(timeOfId(id)?.getTime(), 1_767_225_600_123);
});

test('ids of one process ascend within a millisecond, past a full counter and when the clock steps back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 50 }),
      fc.integer(),
      (steps, seed) => {
        let now = 1_767_225_600_000;
        const newId = createIdSource({ now: () => now, sleep: async () => undefined }, seededRandom(seed));
        const ids: string[] = [];
        for (const step of steps) {
          now += step;
          for (let n = 0; n < 20; n++) ids.push(newId());
        }
        assert.deepEqual(ids, [...ids].sort());
        assert.equal(new Set(ids).size, ids.length);
      },
    ),
  );
});

test('ten thousand ids in one millisecond are distinct and in order', () => {
  const newId = createIdSource(new ManualClock(), seededRandom(7));
  const ids = Array.from({ length: 10_000 }, newId);
  assert.deepEqual(ids, [...ids].sort());
  assert.equal(new Set(ids).size, 10_000);
});

test('two processes never create the same id', () => {
  const sources = Array.from({ length: 4 }, () => createIdSource(systemClock, systemRandom));
  const ids = sources.flatMap(newId => Array.from({ length: 5_000 }, newId));
  assert.equal(new Set(ids).size, ids.length);
});

test('timeOfId returns null for text that is not an id', () => {
  for (const text of [
    '',
    'x',
    '00000000-0000-4000-8000-000000000000',
    '0190e1a2-0000-7000-8000-00000000000Z',
  ]) {
    assert.equal(timeOfId(text), null);
  }
  assert.equal(isUuid('../../etc/passwd'), false);
});
