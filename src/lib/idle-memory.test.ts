import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { busyShareOfEventLoop, collectWhenIdle } from './idle-memory.ts';

const MB = 1_048_576;

test('garbage is collected once the process is idle, and again only when there is more of it', async () => {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const state = { heap: 400 * MB, busy: 0.8, collections: 0 };
  const running = collectWhenIdle(stopping.signal, {
    clock,
    heapBytes: () => state.heap,
    busyShare: () => state.busy,
    collect: () => {
      state.collections++;
      state.heap = 100 * MB;
    },
  });
  await clock.advance(60_000);
  assert.equal(state.collections, 0, 'while it is busy');
  state.busy = 0.01;
  await clock.advance(10_000);
  assert.equal(state.collections, 1);
  state.heap = 115 * MB;
  await clock.advance(600_000);
  assert.equal(state.collections, 1, 'little garbage is left alone');
  state.heap = 200 * MB;
  await clock.advance(10_000);
  assert.equal(state.collections, 2);
  stopping.abort();
  await running;
});

test('the share is that of the time since the last call', async () => {
  const share = busyShareOfEventLoop();
  await new Promise(resolve => setImmediate(resolve));
  const until = performance.now() + 50;
  while (performance.now() < until);
  assert.ok(share() > 0.5);
});
