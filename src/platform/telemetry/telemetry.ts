import type { Random } from '../../lib/random.ts';
import { createLogger, type WriteLine } from './logger.ts';
import { createMetrics, type ReadableMetrics } from './metrics/metrics.ts';
import type { Fields, LogLevel, Telemetry } from './port.ts';
import { createTracer, type SpanRecorder } from './trace.ts';

/** Combines lines, metrics and spans; the implementations differ in where they go. */
export function assembleTelemetry(parts: TelemetryParts): Telemetry & { readonly metrics: ReadableMetrics } {
  const tracer = createTracer(parts.random, parts.recorder);
  const log = createLogger({ level: parts.level, traceId: tracer.traceId, write: parts.write }, parts.bound);
  const metrics = createMetrics(log, parts.moreMetrics);
  return {
    ...tracer,
    log,
    metrics,
    event(event, fields, by) {
      metrics.counter(event.counter).add(fields, by);
      log[event.level](event.message, fields);
    },
    close: parts.close,
  };
}

export interface TelemetryParts {
  readonly level: LogLevel;
  readonly random: Random;
  readonly write: WriteLine;
  readonly bound?: Fields;
  readonly recorder?: SpanRecorder | undefined;
  readonly moreMetrics?: () => Promise<string>;
  readonly close: () => Promise<void>;
}
