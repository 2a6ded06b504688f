import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ManualClock } from '../lib/clock.ts';
import { SIGNALS, type Signals, watchSignals } from './signals.ts';

function watched() {
  const clock = new ManualClock();
  const process = new EventEmitter();
  const signals: Signals = {
    on: (name, listener) => process.on(name, listener),
    off: (name, listener) => process.off(name, listener),
    exit: () => undefined,
  };
  const heard: string[] = [];
  const unwatch = watchSignals(signals, clock, {
    onStop: name => heard.push(`stop by ${name}`),
    onForce: name => heard.push(`force by ${name}`),
  });
  return { clock, process, heard, unwatch };
}

test('the same signal several times at once counts once', async () => {
  const { clock, process, heard } = watched();
  process.emit('SIGINT');
  process.emit('SIGINT');
  await clock.advance(50);
  process.emit('SIGTERM');
  assert.deepEqual(heard, ['stop by SIGINT']);
});

test('another signal after a pause forces the stop', async () => {
  const { clock, process, heard } = watched();
  process.emit('SIGTERM');
  await clock.advance(1_000);
  process.emit('SIGINT');
  assert.deepEqual(heard, ['stop by SIGTERM', 'force by SIGINT']);
});

test('no listener is leaked', () => {
  const { process, unwatch } = watched();
  unwatch();
  for (const name of SIGNALS) assert.equal(process.listenerCount(name), 0);
});
