import type { Span as SdkSpan } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../port.ts';
import type { SpanRecord, SpanRecorder, StartedSpan } from '../trace.ts';

/**
 * Sends spans to a collector (OTLP over HTTP, as JSON) through the OpenTelemetry SDK, which is loaded only here: an
 * installation without a collector does not pay for it. The ids are ours and the SDK adopts them, so a span has the
 * same ids in the logs, in a `traceparent` and at the collector.
 *
 * The SDK takes the times: it measures durations with the monotonic clock, finer than milliseconds and unaffected
 * when the wall clock is set.
 */
export async function createOtlpRecorder(options: OtlpOptions): Promise<OtlpRecorder> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const next = { traceId: '', spanId: '' };
  const exporter = new OTLPTraceExporter({ url: options.url, timeoutMillis: EXPORT_MS });
  const provider = new sdk.BasicTracerProvider({
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    // Spans of traces that are not sampled never get here.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [new sdk.BatchSpanProcessor(reportFailures(exporter, options), BATCHES)],
    resource: resourceFromAttributes({
      'service.name': 'broadsheet',
      'service.version': options.version,
      'broadsheet.role': options.role,
    }),
  });
  const tracer = provider.getTracer('broadsheet');

  const parentContext = ({ traceId, parentSpanId }: StartedSpan) =>
    parentSpanId === undefined
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId,
          spanId: parentSpanId,
          traceFlags: api.TraceFlags.SAMPLED,
        });

  return {
    start(span) {
      next.traceId = span.traceId;
      next.spanId = span.spanId;
      const kind = api.SpanKind[KINDS[span.kind]];
      const { name, attributes } = span;
      const started = tracer.startSpan(name, { kind, attributes }, parentContext(span));
      return recordOf(started, api.SpanStatusCode.ERROR);
    },
    async close() {
      // The exporter has already reported spans that could not be delivered.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function recordOf(span: SdkSpan, errorStatus: number): SpanRecord {
  return {
    set: attributes => span.setAttributes(attributes),
    fail: error => {
      span.recordException(error);
      span.setStatus({ code: errorStatus, message: error.message });
    },
    end: () => span.end(),
  };
}

/** An unavailable collector is logged once a minute, and costs only the spans. */
function reportFailures(exporter: SpanExporter, { log, clock }: OtlpOptions): SpanExporter {
  let quietUntil = Number.NEGATIVE_INFINITY;
  const report = (spans: readonly ReadableSpan[], error: Error | undefined) => {
    if (clock.now() < quietUntil) return;
    quietUntil = clock.now() + QUIET_MS;
    log.warn('traces.export_failed', { spans: spans.length, error });
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.code !== 0) report(spans, result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** At most two thousand spans are queued; further ones are dropped. */
const BATCHES = {
  maxQueueSize: 2_048,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 4_000,
} as const;
const EXPORT_MS = 3_000;
const QUIET_MS = 60_000;

const KINDS = {
  internal: 'INTERNAL',
  server: 'SERVER',
  client: 'CLIENT',
  producer: 'PRODUCER',
  consumer: 'CONSUMER',
} as const;

export interface OtlpRecorder extends SpanRecorder {
  close(): Promise<void>;
}

export interface OtlpOptions {
  /** Where spans are posted, path included: `http://localhost:4318/v1/traces`. */
  readonly url: string;
  readonly version: string;
  readonly role: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}
