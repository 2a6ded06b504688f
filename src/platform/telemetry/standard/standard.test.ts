import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { seededRandom, systemRandom } from '../../../lib/random.ts';
import { describeTelemetryContract, type SeenSpan } from '../contract.ts';
import type { Attributes } from '../port.ts';
import { createTelemetry, type TelemetryOptions } from './standard.ts';

describeTelemetryContract(
  'standard, without a collector',
  async () => {
    const { destination, lines } = collectLines();
    const telemetry = await createTelemetry({ ...OPTIONS, destination });
    return { telemetry, lines, spans: async () => [] };
  },
  { recordsSpans: false },
);

describeTelemetryContract(
  'standard, with a collector',
  async () => {
    const { destination, lines } = collectLines();
    const collector = await startCollector();
    const telemetry = await createTelemetry({ ...OPTIONS, destination, tracesUrl: collector.url });
    const close = async () => {
      await telemetry.close();
      await collector.stop();
    };
    return { telemetry: { ...telemetry, close }, lines, spans: async () => collector.spans() };
  },
  { recordsSpans: true },
);

describe('standard telemetry', () => {
  it('closes once, however often close is called', async () => {
    const collector = await startCollector();
    const telemetry = await createTelemetry({ ...OPTIONS, ...collectLines(), tracesUrl: collector.url });
    await telemetry.span('work', {}, async () => undefined);
    await Promise.all([telemetry.close(), telemetry.close()]);
    await telemetry.close();
    await collector.stop();
    assert.equal(collector.spans().length, 1);
  });

  it('sends program, version, role and kind of a span to the collector', async () => {
    const collector = await startCollector();
    const telemetry = await createTelemetry({ ...OPTIONS, ...collectLines(), tracesUrl: collector.url });
    telemetry.startSpan('GET /feed', {}, { kind: 'server' }).end();
    await telemetry.close();
    await collector.stop();
    const [batch] = collector.batches;
    assert.deepEqual(attributesOf(batch?.resourceSpans[0]?.resource.attributes), {
      'service.name': 'broadsheet',
      'service.version': '1.2.3',
      'broadsheet.role': 'web',
    });
    const SERVER = 2;
    assert.equal(batch?.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.kind, SERVER);
  });

  it('logs an unavailable collector once and loses only the spans', async () => {
    const collector = await startCollector();
    await collector.stop();
    const { destination, lines } = collectLines();
    const telemetry = await createTelemetry({ ...OPTIONS, destination, tracesUrl: collector.url });
    assert.equal(await telemetry.span('work', {}, async () => 'done'), 'done');
    await telemetry.close();
    const logged = lines().map(line => [line['level'], line['msg'], line['spans']]);
    assert.deepEqual(logged, [['warn', 'traces.export_failed', 1]]);
  });

  it('adds its role to every line, unless the line has another', async () => {
    const { destination, lines } = collectLines();
    const { log } = await createTelemetry({ ...OPTIONS, destination });
    log.info('started');
    log.info('a worker was started again', { role: 'crawl' });
    assert.deepEqual(
      lines().map(line => line['role']),
      ['web', 'crawl'],
    );
  });

  it('takes time and ids from the given clock and random source', async () => {
    const { destination, lines } = collectLines();
    const clock = new ManualClock(Date.UTC(2030, 0, 2, 3, 4, 5, 6));
    const twins = [1, 2].map(() =>
      createTelemetry({ ...OPTIONS, destination, clock, random: seededRandom(7) }),
    );
    for (const { log, continueTrace } of await Promise.all(twins)) {
      continueTrace(undefined, () => log.info('now'));
    }
    await clock.advance(1_000);
    (await twins[0])?.log.info('later');
    const [first, second, third] = lines();
    assert.equal(first?.['time'], '2030-01-02T03:04:05.006Z');
    assert.equal(third?.['time'], '2030-01-02T03:04:06.006Z');
    assert.equal(first?.['traceId'], second?.['traceId']);
  });

  it('OBS-2 exposes Node process metrics besides the catalogue', async () => {
    const telemetry = await createTelemetry({ ...OPTIONS, ...collectLines() });
    const { body } = await telemetry.metrics.expose();
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      'nodejs_heap_size_used_bytes',
      'nodejs_gc_duration_seconds',
      'nodejs_active_handles',
      'process_cpu_seconds_total',
      'http_request_duration_seconds',
    ]) {
      assert.match(body, new RegExp(`^# TYPE ${name} `, 'm'));
    }
    const families = [...body.matchAll(/^# TYPE (\S+) /gm)].map(match => match[1]);
    assert.equal(new Set(families).size, families.length, 'a family is exposed twice');
  });
});

const OPTIONS = {
  level: 'info',
  format: 'json',
  role: 'web',
  version: '1.2.3',
  clock: systemClock,
  random: systemRandom,
} as const satisfies TelemetryOptions;

function collectLines() {
  const written: string[] = [];
  const destination = {
    write: (line: string) => {
      written.push(line);
    },
  };
  const lines = () => written.map((line): Record<string, unknown> => JSON.parse(line));
  return { destination, lines };
}

/** A minimal collector for OTLP over HTTP with JSON. */
async function startCollector() {
  const batches: OtlpBatch[] = [];
  const server = createServer(async (request, response) => {
    assert.equal(request.headers['content-type'], 'application/json');
    const batch = await json(request);
    assert.ok(isBatch(batch));
    batches.push(batch);
    response.setHeader('connection', 'close').setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    batches,
    spans: (): SeenSpan[] => batches.flatMap(({ resourceSpans }) => resourceSpans).flatMap(spansOf),
    stop: () => new Promise<void>(resolve => void server.close(() => resolve())),
  };
}

function spansOf({ scopeSpans }: OtlpBatch['resourceSpans'][number]): SeenSpan[] {
  return scopeSpans
    .flatMap(({ spans }) => spans)
    .map(span => ({
      name: span.name,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      attributes: attributesOf(span.attributes),
      failure: span.status.code === STATUS_ERROR ? span.status.message : undefined,
    }));
}

const STATUS_ERROR = 2;

function attributesOf(pairs: readonly OtlpAttribute[] = []): Attributes {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
}

function isBatch(body: unknown): body is OtlpBatch {
  return typeof body === 'object' && body !== null && 'resourceSpans' in body;
}

interface OtlpBatch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}
