import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, systemClock } from './clock.ts';

test('ALL-4: a test advances a day in a millisecond, and sleepers wake in order of their due times', async () => {
  const clock = new ManualClock(0);
  const woken: [string, number][] = [];
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push([name, clock.now()]);
  };
  const all = [sleeper('evening', 64_800_000), sleeper('noon', 43_200_000), sleeper('next day', 90_000_000)];
  await clock.advance(86_400_000);
  assert.deepEqual(woken, [
    ['noon', 43_200_000],
    ['evening', 64_800_000],
  ]);
  await clock.advance(86_400_000);
  await Promise.all(all);
  assert.equal(woken.length, 3);
});

test('a sleeper that sleeps again during an advance is woken again', async () => {
  const clock = new ManualClock(0);
  let ticks = 0;
  const stopping = new AbortController();
  const ticking = (async () => {
    for (;;) {
      await clock.sleep(1_000, stopping.signal);
      ticks++;
    }
  })();
  await clock.advance(60_000);
  assert.equal(ticks, 60);
  stopping.abort(new Error('enough'));
  await assert.rejects(ticking, /enough/);
});

for (const [name, clock] of [
  ['manual', new ManualClock()],
  ['system', systemClock],
] as const) {
  test(`an aborted sleep of the ${name} clock rejects at once with the reason`, async () => {
    const already = AbortSignal.abort(new Error('before'));
    await assert.rejects(clock.sleep(1e6, already), /before/);
    const later = new AbortController();
    const sleeping = clock.sleep(1e6, later.signal);
    later.abort(new Error('during'));
    await assert.rejects(sleeping, /during/);
  });
}
