import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../lib/clock.ts';
import { createMemoryTelemetry } from '../../../platform/telemetry/memory/memory.ts';
import { LastHour } from './last-hour.ts';

const MINUTE = 60_000;

test('quantiles are those of the last hour, not since the start', async () => {
  const { clock, metrics, lastHour, stop } = running();
  const delays = metrics.histogram('breaking_delivery_seconds');
  assert.equal(lastHour.quantile('breaking', 0.99), undefined);
  delays.observe({}, 100);
  assert.equal(lastHour.quantile('breaking', 0.99), 120);
  await clock.advance(30 * MINUTE);
  for (let n = 0; n < 9; n++) delays.observe({}, 0.3);
  assert.equal(lastHour.quantile('breaking', 0.9), 0.5);
  assert.equal(lastHour.quantile('breaking', 0.99), 120);
  await clock.advance(31 * MINUTE);
  assert.equal(lastHour.quantile('breaking', 0.99), 0.5, 'the first delay is older than an hour');
  await clock.advance(31 * MINUTE);
  assert.equal(lastHour.quantile('breaking', 0.99), undefined, 'all delays are');
  await stop();
});

test('values above every bucket are infinite', async () => {
  const { metrics, lastHour, stop } = running();
  metrics.histogram('breaking_delivery_seconds').observe({}, 100_000);
  assert.equal(lastHour.quantile('breaking', 0.5), Number.POSITIVE_INFINITY);
  await stop();
});

test('search times are those of the search page and the search API alone', async () => {
  const { metrics, lastHour, stop } = running();
  const requests = metrics.histogram('http_request_duration_seconds');
  const observe = (route: string, seconds: number) =>
    requests.observe({ route, method: 'GET', status: '200' }, seconds);
  observe('/', 9);
  assert.equal(lastHour.quantile('searching', 0.99), undefined);
  observe('/search', 0.04);
  observe('/api/v1/search', 0.15);
  assert.deepEqual([lastHour.quantile('searching', 0.5), lastHour.quantile('searching', 0.99)], [0.05, 0.2]);
  await stop();
});

test('memory is bounded while the clock stands still or is set back', () => {
  let now = Date.UTC(2026, 0, 1);
  const { metrics } = createMemoryTelemetry();
  const lastHour = new LastHour({
    clock: { now: () => now, sleep: () => Promise.resolve() },
    telemetry: { metrics },
  });
  metrics.histogram('breaking_delivery_seconds').observe({}, 100);
  for (let n = 0; n < 61; n++) {
    now -= MINUTE;
    lastHour.sample();
  }
  assert.equal(lastHour.quantile('breaking', 0.5), 120, 'the sample of the start is still the base');
  lastHour.sample();
  assert.equal(lastHour.quantile('breaking', 0.5), undefined, 'it went as the oldest of too many');
});

function running() {
  const clock = new ManualClock();
  const { metrics } = createMemoryTelemetry();
  const lastHour = new LastHour({ clock, telemetry: { metrics } });
  const stopping = new AbortController();
  const ended = lastHour.run(stopping.signal, clock);
  const stop = () => {
    stopping.abort();
    return ended;
  };
  return { clock, metrics, lastHour, stop };
}
