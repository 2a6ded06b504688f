import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from '../../lib/random.ts';
import { type CleanError, cleanAttributes, cleanError } from './clean.ts';
import type { Attributes, OpenSpan, SpanKind, SpanOptions, Telemetry } from './port.ts';

/**
 * Tracks the current trace and span. Entering a span costs two ids and one AsyncLocalStorage.run; a span keeps more
 * than its ids only when there is a recorder.
 */
export function createTracer(random: Random, recorder?: SpanRecorder): Tracer {
  const positions = new AsyncLocalStorage<TracePosition>();
  const ids = createTraceIds(random);

  /** A trace without a span yet. Its span id is made up, so that another process can join. */
  const newTrace = (): TracePosition => ({
    traceId: ids.trace(),
    spanId: ids.span(),
    sampled: true,
    isSpan: false,
  });
  const fromOutside = (traceparent: string | undefined): TracePosition => {
    const remote = traceparent === undefined ? null : parseTraceparent(traceparent);
    return remote === null ? newTrace() : { ...remote, isSpan: true };
  };

  const startSpan = (name: string, attributes: Attributes, options: SpanOptions = {}) => {
    const parent =
      'traceparent' in options ? fromOutside(options.traceparent) : (positions.getStore() ?? newTrace());
    const spanId = ids.span();
    const record = parent.sampled
      ? recorder?.start({
          name,
          attributes: cleanAttributes(attributes),
          kind: options.kind ?? 'internal',
          traceId: parent.traceId,
          spanId,
          parentSpanId: parent.isSpan ? parent.spanId : undefined,
        })
      : undefined;
    return new TracedSpan(positions, parent, spanId, record);
  };

  return {
    startSpan,
    async span(name, attributes, work) {
      const span = startSpan(name, attributes);
      try {
        return await span.run(() => work(span));
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    continueTrace: (traceparent, work) => positions.run(fromOutside(traceparent), work),
    traceId: () => positions.getStore()?.traceId,
    traceparent() {
      const position = positions.getStore();
      return position === undefined ? undefined : formatTraceparent(position);
    },
  };
}

/** The span is also the position of the code inside it: one allocation for both. */
class TracedSpan implements OpenSpan, TracePosition {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
  readonly isSpan = true;
  readonly #positions: AsyncLocalStorage<TracePosition>;
  readonly #record: SpanRecord | undefined;

  constructor(
    positions: AsyncLocalStorage<TracePosition>,
    parent: TracePosition,
    spanId: string,
    record: SpanRecord | undefined,
  ) {
    this.traceId = parent.traceId;
    this.spanId = spanId;
    this.sampled = parent.sampled;
    this.#positions = positions;
    this.#record = record;
  }

  run<T>(work: () => T): T {
    return this.#positions.run(this, work);
  }

  set(attributes: Attributes): void {
    this.#record?.set(cleanAttributes(attributes));
  }

  fail(error: unknown): void {
    this.#record?.fail(cleanError(error));
  }

  end(): void {
    this.#record?.end();
  }
}

/** Ids are cut from a buffer of random digits: asking the system for each costs more than the span. */
function createTraceIds(random: Random) {
  let buffer = '';
  let used = 0;
  const digits = (length: number): string => {
    if (used + length > buffer.length) {
      buffer = Buffer.from(random.bytes(BUFFER_BYTES)).toString('hex');
      used = 0;
    }
    used += length;
    const id = buffer.slice(used - length, used);
    // All zeros is not a valid id; only a broken source returns it.
    return id.startsWith('0') && ZEROS.test(id) ? `${id.slice(1)}1` : id;
  };
  return { trace: () => digits(32), span: () => digits(16) };
}

const BUFFER_BYTES = 2_400;
const ZEROS = /^0+$/;

export type Tracer = Pick<Telemetry, 'span' | 'startSpan' | 'continueTrace' | 'traceId' | 'traceparent'>;

/** Keeps the data of spans, in memory or for a collector. Receives only clean values. */
export interface SpanRecorder {
  start(span: StartedSpan): SpanRecord;
}

export interface SpanRecord {
  set(attributes: Attributes): void;
  fail(error: CleanError): void;
  end(): void;
}

export interface StartedSpan {
  readonly name: string;
  readonly attributes: Attributes;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

interface TracePosition extends RemoteSpan {
  /** False when the span id is made up: no span exists that a child could name as its parent. */
  readonly isSpan: boolean;
}

/**
 * The W3C `traceparent` header:
 *
 *   version (2) - trace id (32) - parent id (16) - flags (2)      lower-case hexadecimal
 *
 * Version 00 ends there; a later version may continue after another `-`, and `ff` is invalid, as are ids of zeros only.
 * A malformed header starts a new trace.
 */
export function parseTraceparent(header: string | undefined): RemoteSpan | null {
  if (header === undefined || header.length < 55 || header.length > 512) return null;
  const match = TRACEPARENT.exec(header);
  const [, version, traceId, spanId, flags, more] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent(span: RemoteSpan): string {
  return `00-${span.traceId}-${span.spanId}-${span.sampled ? '01' : '00'}`;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}
