import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { measurePeers, type RoundDone } from './measure.ts';

const short = { durationMs: 2, warmupMs: 1, rounds: 3 };
const ignore = () => undefined;

test('the rounds of the peers are interleaved after each has warmed up', async () => {
  const order: string[] = [];
  const note = (peer: string) => () => {
    if (order.at(-1) !== peer) order.push(peer);
  };
  await measurePeers({ a: note('a'), b: note('b') }, short, false, ignore);
  assert.deepEqual(order, ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']);
});

test('each peer gets one value per round, and every round is reported', async () => {
  const reported: RoundDone[] = [];
  const { a } = await measurePeers({ a: () => nextTurn() }, short, false, done => reported.push(done));
  assert.equal(a.rate.values.length, 3);
  assert.equal(a.cpuMicros.values.length, 3);
  assert.ok(a.p50Ms.median <= a.p99Ms.median);
  assert.deepEqual(
    reported.map(done => done.round),
    [1, 2, 3],
  );
});

test('a batch counts as its number of units', async () => {
  let calls = 0;
  const work = async () => {
    calls++;
    await nextTurn();
  };
  const began = performance.now();
  const { one } = await measurePeers(
    { one: work },
    { ...short, unitsPerCall: 1_000, rounds: 1 },
    false,
    ignore,
  );
  assert.ok(one.calls < calls, 'the warm-up is not counted');
  const seconds = (performance.now() - began) / 1_000;
  assert.ok(one.rate.median > (one.calls * 1_000) / seconds, 'its round is a part of the whole time');
});

test('the configured number of callers run concurrently', async () => {
  let running = 0;
  let maxRunning = 0;
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await nextTurn();
    running--;
  };
  await measurePeers({ work }, { ...short, callers: 7 }, false, ignore);
  assert.equal(maxRunning, 7);
});

test('a call longer than its round still runs once per caller', async () => {
  let calls = 0;
  const work = async () => {
    calls++;
    await nextTurn();
  };
  const { slow } = await measurePeers(
    { slow: work },
    { durationMs: 0, warmupMs: 0, rounds: 2, callers: 3 },
    false,
    ignore,
  );
  assert.equal(slow.calls, 6);
  assert.equal(calls, 9);
});

test('a failing call ends the measurement with its error and leaves no caller running', async () => {
  let running = 0;
  const work = async (caller: number) => {
    running++;
    await nextTurn();
    running--;
    if (caller === 1) throw new Error('the peer broke');
  };
  const options = { ...short, durationMs: 60_000, callers: 4 };
  await assert.rejects(measurePeers({ work }, options, false, ignore), /the peer broke/);
  assert.equal(running, 0);
});

test('a quick run has fewer rounds and runs the setup before each of them', async () => {
  let cleared = 0;
  const beforeRound = async () => {
    cleared++;
  };
  const { a } = await measurePeers({ a: ignore }, { ...short, rounds: 9, beforeRound }, true, ignore);
  assert.equal(a.rate.values.length, 3);
  assert.equal(cleared, 4, 'three rounds and the warm-up');
});
