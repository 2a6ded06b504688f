import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { KeptFresh } from './kept-fresh.ts';

test('it is read when it is old, once at a time, however many ask', async () => {
  const { clock, kept, reads } = keptFor(1_000);
  assert.ok(kept.isNew);
  await Promise.all([kept.look(), kept.look(), kept.look()]);
  assert.deepEqual([reads(), kept.isNew], [1, false]);
  await clock.advance(999);
  await kept.look();
  assert.equal(reads(), 1);
  await clock.advance(1);
  await kept.look();
  assert.equal(reads(), 2);
  await kept.again();
  assert.equal(reads(), 3);
});

test('what fails is told, never thrown, and tried again when it is time', async () => {
  const { clock, kept, reads, failures } = keptFor(1_000, read => {
    if (read === 1) throw new Error('away');
  });
  await kept.look();
  await kept.look();
  assert.deepEqual([reads(), failures], [1, ['Error: away']]);
  await clock.advance(1_000);
  await kept.look();
  assert.deepEqual([reads(), failures.length], [2, 1]);
});

function keptFor(freshMs: number, during: (read: number) => void = () => undefined) {
  const clock = new ManualClock();
  const failures: string[] = [];
  let reads = 0;
  const kept = new KeptFresh({
    clock,
    freshMs,
    read: async () => during(++reads),
    failed: error => failures.push(String(error)),
  });
  return { clock, kept, failures, reads: () => reads };
}
