import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress, timeLeft } from './progress.ts';

function watch(isTTY: boolean) {
  let time = 0;
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const progress = createProgress('driver', { isTTY, columns: 200, write }, () => time);
  const pass = (ms: number) => {
    time += ms;
  };
  return { progress, pass, text: () => text };
}

test('RUN-5: a terminal shows the rate and the time left in one updated line', () => {
  const { progress, pass, text } = watch(true);
  progress.plan(2);
  progress.begin('select', 1, 2);
  pass(1_000);
  progress.round({ peer: 'pg', round: 1, rounds: 2, rate: 12_345 });
  assert.match(text(), /\r\u001b\[2Kdriver: select, round 1\/2, pg 12,345\/s, 3 s left$/);
});

test('RUN-5: elsewhere there are plain lines, one for each measurement', () => {
  const { progress, pass, text } = watch(false);
  progress.plan(4);
  progress.begin('select', 1, 2);
  progress.round({ peer: 'pg', round: 1, rounds: 2, rate: 12_345 });
  pass(10_000);
  progress.end('select: pg 12,345/s');
  progress.say('starting PostgreSQL');
  progress.close();
  assert.equal(text(), 'driver: select: pg 12,345/s, 30 s left\ndriver: starting PostgreSQL\n');
});

test('the time left is estimated from the finished share', () => {
  assert.equal(timeLeft(10_000, 0.5), '10 s left');
  assert.equal(timeLeft(60_000, 0.1), '9 min left');
  assert.equal(timeLeft(1_000, 0), 'time left unknown');
  assert.equal(timeLeft(1_000, 1), '0 s left');
});

test('more measurements than planned do not yield a negative time left', () => {
  const { progress, pass, text } = watch(false);
  for (let n = 0; n < 3; n++) {
    progress.begin('more', 1, 1);
    pass(1_000);
    progress.end('more');
  }
  assert.equal(text(), 'driver: more, 0 s left\n'.repeat(3));
});
