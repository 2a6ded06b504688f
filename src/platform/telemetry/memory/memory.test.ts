import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../lib/clock.ts';
import { describeTelemetryContract } from '../contract.ts';
import { createMemoryTelemetry } from './memory.ts';

describeTelemetryContract(
  'memory',
  async () => {
    const telemetry = createMemoryTelemetry({ level: 'info' });
    return {
      telemetry,
      lines: () => telemetry.lines,
      spans: async () => telemetry.spans.map(span => ({ ...span, failure: span.failure?.message })),
    };
  },
  { recordsSpans: true },
);

describe('memory telemetry', () => {
  it('lets a test read counters, gauges and histograms', () => {
    const { metrics } = createMemoryTelemetry();
    metrics.counter('crawl_fetch_total').add({ status: 'ok' }, 3);
    metrics.histogram('classifier_latency_seconds').observe({}, 0.5);
    assert.equal(metrics.value('crawl_fetch_total', { status: 'ok' }), 3);
    assert.equal(metrics.value('crawl_fetch_total', { status: 'failed' }), undefined);
    assert.equal(metrics.value('http_requests_in_flight', {}), undefined);
    assert.equal(metrics.observed('classifier_latency_seconds', {})?.sum, 0.5);
  });

  it('records when a span began and whether it ended', async () => {
    const clock = new ManualClock(1_000);
    const telemetry = createMemoryTelemetry({ clock });
    const span = telemetry.startSpan('request', {});
    telemetry.startSpan('forgotten', {});
    await clock.advance(250);
    span.end();
    assert.deepEqual(
      telemetry.spans.map(({ name, startedAt, endedAt }) => [name, startedAt, endedAt]),
      [
        ['request', 1_000, 1_250],
        ['forgotten', 1_000, undefined],
      ],
    );
  });
});
