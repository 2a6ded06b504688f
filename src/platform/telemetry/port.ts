import type { CounterName, GaugeName, HistogramName, LabelsOf } from '../../metrics.ts';
import type { EncodedFields } from './encoded.ts';
import type { BusinessEvent } from './events.ts';

/**
 * OBS-1: what the program says about itself. Three voices, one port: log lines, metrics, spans.
 * A business event is one call that logs and counts together (`Telemetry.event`), so that telling what
 * happened never drowns the code that does it.
 *
 * Nothing here throws at its caller because of what it was told: a field that cannot be read, a label that is
 * too long or a collector that is away must not break the work that was being described.
 */
export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Writes the event's line with `fields` and adds `by` to its counter, whose labels are among the fields. */
  event<N extends CounterName>(event: BusinessEvent<N>, fields: LabelsOf<N> & Fields, by?: number): void;
  /** Runs `work` inside a span; the span's trace id is on every log line written meanwhile. */
  span<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
  /**
   * For work that no single function spans, such as a request between two hooks of a server: `run` enters
   * it as often as needed, `end` closes it. Who starts a span ends it.
   */
  startSpan(name: string, attributes: Attributes, options?: SpanOptions): OpenSpan;
  /** The trace context to hand to another process (W3C `traceparent`), or undefined outside a trace. */
  traceparent(): string | undefined;
  /** Runs `work` as a child of a `traceparent` that came from outside; a malformed one starts a new trace. */
  continueTrace<T>(traceparent: string | undefined, work: () => T): T;
  traceId(): string | undefined;
  /** Sends what is still held back: spans to their collector, lines to their destination. */
  close(): Promise<void>;
}

export interface Logger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /**
   * An info line whose values the program chose or checked itself: numbers, ids, names of routes. They are
   * written as they are, without the search for secrets and oversize that costs more than the line. It belongs
   * to the trace that the code runs in, unless another is named.
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
  /** Forgets every sample: what is no longer measured has no value, rather than its last one. */
  clear(): void;
}
export interface Histogram<N> {
  observe(labels: LabelsOf<N>, value: number): void;
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
   * When given, the span continues this trace from outside, whatever trace the caller is in. Undefined or
   * malformed, it starts a new trace. Left out, it is a child of the span around it.
   */
  readonly traceparent?: string | undefined;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type Fields = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, string | number | boolean>>;
