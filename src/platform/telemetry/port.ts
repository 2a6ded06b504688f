import type { CounterName, GaugeName, HistogramName, LabelsOf } from '../../metrics.ts';
import type { EncodedFields } from './encoded.ts';

/**
 * OBS-1: log lines, metrics and spans, behind one port. A business event is one call that logs and counts together
 * (`Telemetry.event`), so that reporting never drowns the code that does the work.
 *
 * Nothing here throws because of its input: an unreadable field, a label that is too long or an unavailable collector
 * must not break the work that it describes.
 */
export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Writes the event's line with `fields` and adds `by` to its counter, whose labels are among the fields. */
  event<N extends CounterName>(event: BusinessEvent<N>, fields: LabelsOf<N> & Fields, by?: number): void;
  /** Runs `work` inside a span; the span's trace id is on every log line written meanwhile. */
  span<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
  /**
   * For work that no single function spans, such as a request between two hooks of a server: `run` enters it as often
   * as needed, `end` closes it. The caller that starts a span must end it.
   */
  startSpan(name: string, attributes: Attributes, options?: SpanOptions): OpenSpan;
  /** The trace context to hand to another process (W3C `traceparent`), or undefined outside a trace. */
  traceparent(): string | undefined;
  /** Runs `work` as a child of a `traceparent` that came from outside; a malformed one starts a new trace. */
  continueTrace<T>(traceparent: string | undefined, work: () => T): T;
  traceId(): string | undefined;
  /** Flushes what is buffered: spans to their collector, lines to their destination. */
  close(): Promise<void>;
}

export interface Logger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /**
   * An info line whose values the program chose or validated: numbers, ids, names of routes. They are written
   * unchanged, without the search for secrets and oversize that costs more than the line. It belongs to the current
   * trace unless another is given.
   */
  known(message: string, fields: EncodedFields, traceId?: string): void;
  child(fields: Fields): Logger;
}

export interface Metrics {
  /** The names are those of the catalogue in `src/metrics.ts`; an unknown one does not compile. */
  counter<N extends CounterName>(name: N): Counter<N>;
  gauge<N extends GaugeName>(name: N): Gauge<N>;
  histogram<N extends HistogramName>(name: N): Histogram<N>;
  /** The exposition text for Prometheus and its content type. */
  expose(): Promise<{ contentType: string; body: string }>;
  /** `measure` runs at every scrape, for gauges that are read rather than written. */
  onScrape(measure: () => void | Promise<void>): void;
}

export interface Counter<N> {
  add(labels: LabelsOf<N>, by?: number): void;
}
export interface Gauge<N> {
  set(labels: LabelsOf<N>, value: number): void;
  /** Removes every sample: an unmeasured gauge has no value, rather than its last one. */
  clear(): void;
}
export interface Histogram<N> {
  observe(labels: LabelsOf<N>, value: number): void;
  /** The number of values in each bucket alone, the last being those above every bound, over the accepted labels. */
  counts(accepts?: (labels: Readonly<Record<string, string>>) => boolean): Float64Array;
}

export interface Span {
  set(attributes: Attributes): void;
  fail(error: unknown): void;
}

export interface OpenSpan extends Span {
  readonly traceId: string;
  /** Runs `work` inside the span. Callbacks and promises that `work` starts stay inside. */
  run<T>(work: () => T): T;
  end(): void;
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  /**
   * When given, the span continues this external trace, whatever trace the caller is in. Undefined or malformed, it
   * starts a new trace. Left out, it is a child of the current span.
   */
  readonly traceparent?: string | undefined;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type Fields = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface BusinessEvent<N extends CounterName> {
  readonly counter: N;
  readonly level: LogLevel;
  readonly message: string;
}
