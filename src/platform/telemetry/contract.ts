import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { METRICS } from '../../metrics.ts';
import { encodeFields } from './encoded.ts';
import { defineEvent } from './events.ts';
import type { Attributes, Telemetry } from './port.ts';

/** The contract of every implementation of the port. `create` returns one with log level `info`. */
export function describeTelemetryContract(
  name: string,
  create: () => Promise<TelemetryUnderTest>,
  { recordsSpans }: { recordsSpans: boolean },
): void {
  describe(`telemetry contract: ${name}`, () => {
    describe('log lines', () => describeLines(create));
    describe('traces', () => describeTraces(create));
    describe('metrics', () => describeMetrics(create));
    if (recordsSpans) describe('recorded spans', () => describeRecordedSpans(create));
  });
}

function describeLines(create: Create): void {
  it('OBS-1 contains time, level, message and fields', async () => {
    const { telemetry, lines } = await create();
    telemetry.log.warn('the feed is late', { source: 'bbc', minutes: 7 });
    await telemetry.close();
    const [line] = lines();
    assert.match(String(line?.['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(line?.['level'], 'warn');
    assert.equal(line?.['msg'], 'the feed is late');
    assert.equal(line?.['source'], 'bbc');
    assert.equal(line?.['minutes'], 7);
  });

  it('is not written below the configured level', async () => {
    const { telemetry, lines } = await create();
    telemetry.log.debug('details');
    telemetry.log.info('news');
    await telemetry.close();
    assert.deepEqual(messages(lines()), ['news']);
  });

  it('written by known() contains the encoded fields unchanged and the bound ones', async () => {
    const { telemetry, lines } = await create();
    const known = encodeFields({ status: 200, route: '/api/v1/tokens/:id\u2028' });
    telemetry.log.child({ source: 'bbc' }).known('request', known, TRACE_ID);
    await telemetry.close();
    const [line] = lines();
    assert.deepEqual([line?.['msg'], line?.['level'], line?.['source']], ['request', 'info', 'bbc']);
    assert.equal(line?.['traceId'], TRACE_ID);
    assert.deepEqual([line?.['status'], line?.['route']], [200, '/api/v1/tokens/:id\u2028']);
  });

  it('of a child logger contains the fields of both, and those of the line take precedence', async () => {
    const { telemetry, lines } = await create();
    telemetry.log.child({ source: 'bbc', attempt: 1 }).child({ kind: 'rss' }).info('fetched', { attempt: 2 });
    await telemetry.close();
    const [line] = lines();
    assert.deepEqual([line?.['source'], line?.['kind'], line?.['attempt']], ['bbc', 'rss', 2]);
  });

  it('never contains a secret, nested or bound to a child', async () => {
    const { telemetry, lines } = await create();
    const secrets = { password: 's3cr3t', deep: [{ headers: { Authorization: 'Bearer s3cr3t' } }] };
    telemetry.log.info('signing in', secrets);
    telemetry.log.child(secrets).info('signing in');
    telemetry.log.error('failed', { error: new Error('no answer from https://me:s3cr3t@example.com/') });
    await telemetry.close();
    assert.equal(lines().length, 3);
    assert.doesNotMatch(JSON.stringify(lines()), /s3cr3t/);
  });

  it('contains an error with its code, message, stack and cause', async () => {
    const { telemetry, lines } = await create();
    const cause = new TypeError('no such host');
    const error = Object.assign(new Error('fetch failed', { cause }), { code: 'ENOTFOUND' });
    telemetry.log.error('fetch failed', { error });
    await telemetry.close();
    const { name, code, message, stack, cause: inner } = record(lines()[0]?.['error']);
    assert.deepEqual([name, code, message], ['Error', 'ENOTFOUND', 'fetch failed']);
    assert.match(String(stack), /contract\.ts/);
    assert.equal(record(inner)['message'], 'no such host');
  });

  it('does not throw, whatever the fields', async () => {
    const { telemetry, lines } = await create();
    const unreadable = new Proxy({}, { ownKeys: () => assert.fail('not to be read') });
    const circle: Record<string, unknown> = { big: 2n ** 70n, call: () => 1, sign: Symbol('s'), unreadable };
    circle['self'] = circle;
    telemetry.log.info('odd', circle);
    telemetry.log.info('odd', unreadable);
    await telemetry.close();
    assert.deepEqual(messages(lines()), ['odd', 'odd']);
  });
}

function describeTraces(create: Create): void {
  it('adds the trace id to every log line inside a span, across awaits, and to none outside', async () => {
    const { telemetry, lines } = await create();
    telemetry.log.info('before');
    const traceId = await telemetry.span('outer', {}, async () => {
      telemetry.log.info('inside');
      await nextTurn();
      await telemetry.span('inner', {}, async () => {
        await nextTurn();
        telemetry.log.info('deeper');
      });
      return telemetry.traceId();
    });
    telemetry.log.info('after');
    await telemetry.close();
    assert.match(String(traceId), /^[0-9a-f]{32}$/);
    assert.deepEqual(
      lines().map(line => line['traceId']),
      [undefined, traceId, traceId, undefined],
    );
  });

  it('keeps concurrent traces separate', async () => {
    const { telemetry } = await create();
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        telemetry.span(`task ${index}`, {}, async () => {
          const before = telemetry.traceId();
          for (let turn = 0; turn <= index % 3; turn += 1) await nextTurn();
          assert.equal(telemetry.traceId(), before);
          return before;
        }),
      ),
    );
    await telemetry.close();
    assert.equal(new Set(seen).size, 20);
  });

  it('continues the trace of a valid traceparent and propagates it with a new span id', async () => {
    const { telemetry } = await create();
    const propagated = await telemetry.continueTrace(TRACEPARENT, () =>
      telemetry.span('work', {}, async () => telemetry.traceparent()),
    );
    await telemetry.close();
    assert.match(String(propagated), new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    assert.notEqual(propagated, TRACEPARENT);
  });

  it('propagates that the caller is not sampled', async () => {
    const { telemetry } = await create();
    const unsampled = TRACEPARENT.replace(/01$/, '00');
    const propagated = await telemetry.continueTrace(unsampled, () =>
      telemetry.span('work', {}, async () => telemetry.traceparent()),
    );
    await telemetry.close();
    assert.match(String(propagated), /-00$/);
  });

  for (const malformed of [undefined, '', 'nonsense', TRACEPARENT.toUpperCase(), `${TRACEPARENT}-01`]) {
    it(`starts a new trace for the traceparent ${JSON.stringify(malformed)}`, async () => {
      const { telemetry } = await create();
      const traceId = telemetry.continueTrace(malformed, () => telemetry.traceId());
      await telemetry.close();
      assert.match(String(traceId), /^[0-9a-f]{32}$/);
      assert.notEqual(traceId, TRACE_ID);
    });
  }

  it('has neither trace id nor traceparent outside a trace', async () => {
    const { telemetry } = await create();
    assert.equal(telemetry.traceId(), undefined);
    assert.equal(telemetry.traceparent(), undefined);
    await telemetry.close();
  });

  it('rethrows the error of a span unchanged', async () => {
    const { telemetry } = await create();
    const failure = new Error('the disk is full');
    await assert.rejects(
      telemetry.span('store', {}, async () => {
        throw failure;
      }),
      thrown => thrown === failure,
    );
    await telemetry.close();
  });

  it('runs callbacks inside a span that started in another hook', async () => {
    const { telemetry, lines } = await create();
    const span = telemetry.startSpan('GET /feed', {}, { kind: 'server', traceparent: TRACEPARENT });
    await new Promise<void>(resolve => {
      span.run(() => {
        setImmediate(() => {
          telemetry.log.info('handled');
          resolve();
        });
      });
    });
    span.run(() => telemetry.log.info('answered'));
    span.end();
    await telemetry.close();
    assert.equal(span.traceId, TRACE_ID);
    assert.deepEqual(
      lines().map(line => line['traceId']),
      [TRACE_ID, TRACE_ID],
    );
  });
}

function describeMetrics(create: Create): void {
  it('counters add values by label', async () => {
    const { telemetry } = await create();
    const fetches = telemetry.metrics.counter('crawl_fetch_total');
    fetches.add({ status: 'ok' });
    fetches.add({ status: 'ok' }, 2);
    telemetry.metrics.counter('crawl_fetch_total').add({ status: 'failed' });
    const body = await exposed(telemetry);
    assert.ok(body.includes('\ncrawl_fetch_total{status="ok"} 3\n'));
    assert.ok(body.includes('\ncrawl_fetch_total{status="failed"} 1\n'));
  });

  it('a histogram counts each value in every bucket whose bound includes it', async () => {
    const { telemetry } = await create();
    const delay = telemetry.metrics.histogram('task_start_delay_seconds');
    for (const seconds of [0.1, 0.3, 1_000]) delay.observe({}, seconds);
    const body = await exposed(telemetry);
    const buckets = [...body.matchAll(/^task_start_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)];
    const upTo = new Map(buckets.map(([, bound, count]) => [bound, Number(count)]));
    assert.equal(buckets.length, METRICS.task_start_delay_seconds.buckets.length + 1);
    assert.deepEqual([upTo.get('0.1'), upTo.get('0.5'), upTo.get('900'), upTo.get('+Inf')], [1, 2, 2, 3]);
    assert.match(body, /^task_start_delay_seconds_sum 1000\.4$/m);
    assert.match(body, /^task_start_delay_seconds_count 3$/m);
  });

  it('the counts of a histogram are the sums over the accepted labels', async () => {
    const { telemetry } = await create();
    const durations = telemetry.metrics.histogram('http_request_duration_seconds');
    for (const [route, seconds] of [
      ['/', 0.0005],
      ['/', 99],
      ['/x', 0.0005],
    ] as const)
      durations.observe({ route, method: 'GET', status: '200' }, seconds);
    const counts = (accepts?: (labels: Readonly<Record<string, string>>) => boolean) => {
      const all = durations.counts(accepts);
      return [all.at(0), all.at(-1), all.length];
    };
    const buckets = METRICS.http_request_duration_seconds.buckets.length + 1;
    assert.deepEqual(counts(), [2, 1, buckets]);
    assert.deepEqual(
      counts(({ route }) => route === '/x'),
      [1, 0, buckets],
    );
    await telemetry.close();
  });

  it('a gauge has a family but no sample before it is set and after it is cleared', async () => {
    const { telemetry } = await create();
    const sample = /^feed_cache_hit_rate\b.*$/m;
    assert.doesNotMatch((await telemetry.metrics.expose()).body, sample);
    telemetry.metrics.gauge('feed_cache_hit_rate').set({}, 0);
    assert.match((await telemetry.metrics.expose()).body, /^feed_cache_hit_rate 0$/m);
    telemetry.metrics.gauge('feed_cache_hit_rate').clear();
    const body = await exposed(telemetry);
    assert.doesNotMatch(body, sample);
    assert.match(body, /^# TYPE feed_cache_hit_rate gauge$/m);
  });

  it('runs measures at every scrape, and a failed one does not affect the others', async () => {
    const { telemetry, lines } = await create();
    let scrapes = 0;
    telemetry.metrics.onScrape(async () => {
      await nextTurn();
      throw new Error('the database is unavailable');
    });
    telemetry.metrics.onScrape(() => telemetry.metrics.gauge('http_requests_in_flight').set({}, ++scrapes));
    await telemetry.metrics.expose();
    assert.match(await exposed(telemetry), /^http_requests_in_flight 2$/m);
    assert.equal(record(lines()[0]?.['error'])['message'], 'the database is unavailable');
  });

  it('an event logs and counts together', async () => {
    const { telemetry, lines } = await create();
    const dropped = defineEvent('events_dropped_total', 'info', 'an event was dropped');
    const repeated = defineEvent('events_dropped_total', 'debug', 'an event came again');
    telemetry.event(dropped, { rule: 'too-old', user: 'u1' });
    telemetry.event(dropped, { rule: 'too-old' }, 4);
    telemetry.event(repeated, { rule: 'repeat' });
    const body = await exposed(telemetry);
    assert.match(body, /^events_dropped_total\{rule="too-old"\} 5$/m);
    assert.match(body, /^events_dropped_total\{rule="repeat"\} 1$/m);
    assert.deepEqual(messages(lines()), ['an event was dropped', 'an event was dropped']);
    assert.deepEqual([lines()[0]?.['rule'], lines()[0]?.['user']], ['too-old', 'u1']);
  });

  it('the compiler refuses names and labels that are not in the catalogue', async () => {
    const { telemetry } = await create();
    const { metrics } = telemetry;
    // @ts-expect-error: no such metric
    assert.throws(() => metrics.counter('nonsense_total'), TypeError);
    // @ts-expect-error: a gauge is not a counter
    assert.throws(() => metrics.counter('http_requests_in_flight'), TypeError);
    // @ts-expect-error: the label is called status
    metrics.counter('crawl_fetch_total').add({ state: 'ok' });
    // @ts-expect-error: a label is missing
    metrics.gauge('queue_messages').set({ queue: 'q1' }, 1);
    const opened = defineEvent('circuit_breaker_open_total', 'warn', 'circuit_breaker.opened');
    // @ts-expect-error: the fields lack the counter's label
    telemetry.event(opened, { failures: 5 });
    await telemetry.close();
  });
}

function describeRecordedSpans(create: Create): void {
  it('nest: a child has the id of its parent, and the outermost one has none', async () => {
    const { telemetry, spans } = await create();
    await telemetry.span('outer', { source: 'bbc' }, async () => {
      await nextTurn();
      await telemetry.span('first', {}, () => nextTurn());
      await telemetry.span('second', {}, async span => span.set({ items: 3, fresh: true }));
    });
    await telemetry.close();
    const [outer, first, second] = await byName(spans, 'outer', 'first', 'second');
    assert.equal(outer.parentSpanId, undefined);
    assert.deepEqual([first.parentSpanId, second.parentSpanId], [outer.spanId, outer.spanId]);
    assert.equal(new Set([outer.traceId, first.traceId, second.traceId]).size, 1);
    assert.deepEqual(outer.attributes, { source: 'bbc' });
    assert.deepEqual(second.attributes, { items: 3, fresh: true });
  });

  it('have the span of another process as their parent', async () => {
    const { telemetry, spans } = await create();
    telemetry.startSpan('request', {}, { kind: 'server', traceparent: TRACEPARENT }).end();
    await telemetry.continueTrace(TRACEPARENT, () => telemetry.span('message', {}, async () => undefined));
    await telemetry.close();
    for (const span of await byName(spans, 'request', 'message')) {
      assert.equal(span.traceId, TRACE_ID);
      assert.equal(span.parentSpanId, TRACEPARENT.slice(36, 52));
    }
  });

  it('of a new trace have no parent, and the trace id of the log lines', async () => {
    const { telemetry, spans } = await create();
    const traceId = await telemetry.continueTrace(undefined, async () => {
      await telemetry.span('work', {}, async () => undefined);
      return telemetry.traceId();
    });
    await telemetry.close();
    const [work] = await byName(spans, 'work');
    assert.deepEqual([work.parentSpanId, work.traceId], [undefined, traceId]);
  });

  it('contain the error that ended them, without its secrets', async () => {
    const { telemetry, spans } = await create();
    const failing = telemetry.span('store', { apiKey: 's3cr3t' }, async () => {
      throw new Error('refused: password=s3cr3t');
    });
    await assert.rejects(failing);
    await telemetry.span('fine', {}, async () => undefined);
    await telemetry.close();
    const [store, fine] = await byName(spans, 'store', 'fine');
    assert.match(String(store.failure), /^refused: password=\[redacted\]/);
    assert.equal(fine.failure, undefined);
    assert.doesNotMatch(JSON.stringify(await spans()), /s3cr3t/);
  });

  it('are not recorded when the caller is not sampled', async () => {
    const { telemetry, spans } = await create();
    const unsampled = TRACEPARENT.replace(/01$/, '00');
    await telemetry.continueTrace(unsampled, () => telemetry.span('hidden', {}, async () => undefined));
    await telemetry.span('seen', {}, async () => undefined);
    await telemetry.close();
    assert.deepEqual(
      (await spans()).map(span => span.name),
      ['seen'],
    );
  });
}

async function exposed(telemetry: Telemetry): Promise<string> {
  const { contentType, body } = await telemetry.metrics.expose();
  await telemetry.close();
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  return body;
}

async function byName(spans: () => Promise<readonly SeenSpan[]>, ...names: string[]): Promise<SpanTuple> {
  const seen = await spans();
  const found = names.map(name => seen.find(span => span.name === name) ?? assert.fail(`no span ${name}`));
  const [first = assert.fail(), second = first, third = second] = found;
  return [first, second, third];
}

function messages(lines: readonly LogLine[]): unknown[] {
  return lines.map(line => line['msg']);
}

function record(value: unknown): LogLine {
  assert.ok(typeof value === 'object' && value !== null);
  return { ...value };
}

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const TRACE_ID = TRACEPARENT.slice(3, 35);

type LogLine = Readonly<Record<string, unknown>>;
type Create = () => Promise<TelemetryUnderTest>;
type SpanTuple = [SeenSpan, SeenSpan, SeenSpan];

export interface TelemetryUnderTest {
  readonly telemetry: Telemetry;
  /** The lines written so far. */
  readonly lines: () => readonly LogLine[];
  /** The recorded spans; read after `close`. */
  readonly spans: () => Promise<readonly SeenSpan[]>;
}

export interface SeenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Attributes;
  /** The message of the error that it failed with. */
  readonly failure: string | undefined;
}
