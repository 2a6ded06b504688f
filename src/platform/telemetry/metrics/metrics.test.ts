import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricDefinition } from '../../../metrics.ts';
import { createMemoryTelemetry } from '../memory/memory.ts';
import { MAX_CELLS } from './cells.ts';

const ROUTE = { route: '/feed', method: 'GET', status: '200' };

describe('metrics', () => {
  it('have the same exposition as prom-client for any labels and values', async () => {
    const label = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }));
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
    const samplesToWrite = fc.array(
      fc.tuple(fc.constantFrom('counter', 'gauge', 'histogram'), label, amount),
    );
    await fc.assert(
      fc.asyncProperty(samplesToWrite, async calls => {
        const { metrics } = createMemoryTelemetry();
        const peer = promClientPeer();
        for (const [kind, value, number] of calls) {
          if (kind === 'counter') metrics.counter('crawl_fetch_total').add({ status: value }, number);
          if (kind === 'gauge') metrics.gauge('database_pool_connections').set({ state: value }, number);
          if (kind === 'histogram')
            metrics.histogram('feed_api_latency_seconds').observe({ cache: value }, number);
          peer.record(kind, value, number);
        }
        assert.deepEqual(
          samples((await metrics.expose()).body, peer.names),
          samples(await peer.expose(), peer.names),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('OBS-2 shows every family of the catalogue with its help and kind', async () => {
    const { body } = await createMemoryTelemetry().metrics.expose();
    for (const [name, { kind, help }] of Object.entries<MetricDefinition>(METRICS)) {
      assert.ok(body.includes(`# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`), name);
    }
  });

  it('counters and histograms without labels start at 0', async () => {
    const { body } = await createMemoryTelemetry().metrics.expose();
    assert.match(body, /^task_start_delay_seconds_count 0$/m);
    assert.match(body, /^classifier_latency_seconds_bucket\{le="\+Inf"\} 0$/m);
  });

  it('keep a bounded number of label tuples; later ones share one, which is logged once', async () => {
    const telemetry = createMemoryTelemetry();
    const requests = telemetry.metrics.histogram('http_request_duration_seconds');
    for (let n = 0; n < MAX_CELLS + 500; n += 1) requests.observe({ ...ROUTE, route: `/${n}` }, 0.1);
    requests.observe({ ...ROUTE, route: '/0' }, 0.1);
    const other = { route: 'other', method: 'other', status: 'other' };
    assert.equal(telemetry.metrics.observed('http_request_duration_seconds', other)?.count, 500);
    assert.equal(
      telemetry.metrics.observed('http_request_duration_seconds', { ...ROUTE, route: '/0' })?.count,
      2,
    );
    const { body } = await telemetry.metrics.expose();
    assert.equal(body.match(/^http_request_duration_seconds_count/gm)?.length, MAX_CELLS + 1);
    assert.deepEqual(
      telemetry.lines.map(line => [line.level, line['metric']]),
      [['warn', 'http_request_duration_seconds']],
    );
  });

  it('do not retain the long text that a label was cut from', () => {
    const { metrics } = createMemoryTelemetry();
    const before = heapInUse();
    for (let n = 0; n < 200; n += 1) {
      // A flat string for each: `repeat` would allocate nothing.
      const text = Buffer.alloc(1_000_000, `${n} `).toString('latin1');
      metrics.counter('articles_ingested_total').add({ source: text, status: text.slice(0, 40) });
    }
    const grown = heapInUse() - before;
    assert.ok(grown < 20_000_000, `${grown} bytes more are retained`);
    const long = Buffer.alloc(128, '7 ').toString('latin1');
    assert.equal(metrics.value('articles_ingested_total', { source: long, status: long.slice(0, 40) }), 1);
  });

  it('escape label values', async () => {
    const { metrics } = createMemoryTelemetry();
    metrics.counter('crawl_fetch_total').add({ status: 'x"} 1\nforged_total{a="b\\' });
    const { body } = await metrics.expose();
    assert.match(body, /^crawl_fetch_total\{status="x\\"\} 1\\nforged_total\{a=\\"b\\\\"\} 1$/m);
    assert.doesNotMatch(body, /^forged_total/m);
  });

  it('never expose two samples that are the same on the wire', async () => {
    const { metrics } = createMemoryTelemetry();
    for (const half of ['\ud800', '\ud801', '\udc00'])
      metrics.counter('crawl_fetch_total').add({ status: half });
    assert.equal(metrics.value('crawl_fetch_total', { status: '\ufffd' }), 3);
  });

  it('refuse invalid amounts and log that once', () => {
    const telemetry = createMemoryTelemetry();
    const fetches = telemetry.metrics.counter('crawl_fetch_total');
    const delay = telemetry.metrics.histogram('task_start_delay_seconds');
    for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY]) fetches.add({ status: 'ok' }, amount);
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY]) delay.observe({}, amount);
    fetches.add({ status: 'ok' });
    delay.observe({}, -3_600);
    assert.equal(telemetry.metrics.value('crawl_fetch_total', { status: 'ok' }), 1);
    assert.deepEqual(
      [telemetry.metrics.observed('task_start_delay_seconds', {})].map(seen => [seen?.count, seen?.sum]),
      [[1, 0]],
    );
    assert.equal(telemetry.lines.length, 2);
  });
});

/** After a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** The same three metrics in prom-client. */
function promClientPeer() {
  const registers = [new Registry()];
  const { crawl_fetch_total, database_pool_connections, feed_api_latency_seconds } = METRICS;
  const counter = new Counter({
    name: 'crawl_fetch_total',
    help: crawl_fetch_total.help,
    labelNames: ['status'],
    registers,
  });
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: database_pool_connections.help,
    labelNames: ['state'],
    registers,
  });
  const histogram = new Histogram({
    name: 'feed_api_latency_seconds',
    help: feed_api_latency_seconds.help,
    labelNames: ['cache'],
    buckets: [...feed_api_latency_seconds.buckets],
    registers,
  });
  return {
    names: ['crawl_fetch_total', 'database_pool_connections', 'feed_api_latency_seconds'],
    record(kind: string, label: string, amount: number) {
      if (kind === 'counter') counter.inc({ status: label }, amount);
      if (kind === 'gauge') gauge.set({ state: label }, amount);
      if (kind === 'histogram') histogram.observe({ cache: label }, amount);
    },
    expose: async () => (await registers[0]?.metrics()) ?? '',
  };
}

/** The lines of the named metrics, sorted. */
function samples(body: string, names: readonly string[]): string[] {
  return body
    .split('\n')
    .filter(line => names.some(name => line.startsWith(name) || line.split(' ')[2] === name))
    .sort();
}
