import type { CounterName, GaugeName, HistogramName, LabelsOf } from '../../metrics.ts';

/**
 * OBS-1: what the program says about itself. Three voices, one port: log lines, metrics, spans.
 * A business event is one call that logs and counts together (`Telemetry.event`), so that telling what
 * happened never drowns the code that does it.
 */
export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Runs `work` inside a span; the span's trace id is on every log line written meanwhile. */
  span<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** The trace context to hand to another process (W3C `traceparent`), or undefined outside a span. */
  traceparent(): string | undefined;
  /** Runs `work` as a child of a `traceparent` that came from outside; a malformed one starts a new trace. */
  continueTrace<T>(traceparent: string | undefined, work: () => T): T;
  traceId(): string | undefined;
  close(): Promise<void>;
}

export interface Logger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
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
}
export interface Histogram<N> {
  observe(labels: LabelsOf<N>, value: number): void;
}

export interface Span {
  set(attributes: Attributes): void;
  fail(error: unknown): void;
}

export type Fields = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, string | number | boolean>>;
