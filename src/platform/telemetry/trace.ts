import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from '../../lib/random.ts';
import { type CleanError, cleanAttributes, cleanError } from './clean.ts';
import type { Attributes, OpenSpan, SpanKind, SpanOptions, Telemetry } from './port.ts';
import { formatTraceparent, parseTraceparent, type RemoteSpan } from './traceparent.ts';

/**
 * Which trace and span the code that runs is in. Entering a span costs two ids and one
 * AsyncLocalStorage.run; only when there is a recorder does a span remember more than its ids.
 */
export function createTracer(random: Random, recorder?: SpanRecorder): Tracer {
  const places = new AsyncLocalStorage<Place>();
  const ids = createTraceIds(random);

  /** A trace that has no span yet. Its span id is made up, so that a process further on can join. */
  const newTrace = (): Place => ({ traceId: ids.trace(), spanId: ids.span(), sampled: true, isSpan: false });
  const fromOutside = (traceparent: string | undefined): Place => {
    const remote = traceparent === undefined ? null : parseTraceparent(traceparent);
    return remote === null ? newTrace() : { ...remote, isSpan: true };
  };

  const startSpan = (name: string, attributes: Attributes, options: SpanOptions = {}) => {
    const around =
      'traceparent' in options ? fromOutside(options.traceparent) : (places.getStore() ?? newTrace());
    const spanId = ids.span();
    const record = around.sampled
      ? recorder?.start({
          name,
          attributes: cleanAttributes(attributes),
          kind: options.kind ?? 'internal',
          traceId: around.traceId,
          spanId,
          parentSpanId: around.isSpan ? around.spanId : undefined,
        })
      : undefined;
    return new TracedSpan(places, around, spanId, record);
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
    continueTrace: (traceparent, work) => places.run(fromOutside(traceparent), work),
    traceId: () => places.getStore()?.traceId,
    traceparent() {
      const place = places.getStore();
      return place === undefined ? undefined : formatTraceparent(place);
    },
  };
}

/** The span is itself the place that code inside it is in: one allocation for each. */
class TracedSpan implements OpenSpan, Place {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
  readonly isSpan = true;
  readonly #places: AsyncLocalStorage<Place>;
  readonly #record: SpanRecord | undefined;

  constructor(
    places: AsyncLocalStorage<Place>,
    around: Place,
    spanId: string,
    record: SpanRecord | undefined,
  ) {
    this.traceId = around.traceId;
    this.spanId = spanId;
    this.sampled = around.sampled;
    this.#places = places;
    this.#record = record;
  }

  run<T>(work: () => T): T {
    return this.#places.run(this, work);
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

/** Ids are cut from a stock of random digits: asking the system for each costs more than the span. */
function createTraceIds(random: Random) {
  let stock = '';
  let used = 0;
  const digits = (length: number): string => {
    if (used + length > stock.length) {
      stock = Buffer.from(random.bytes(STOCK_BYTES)).toString('hex');
      used = 0;
    }
    used += length;
    const id = stock.slice(used - length, used);
    // Zeros alone are not an id; it takes a broken source to draw them.
    return id.startsWith('0') && ZEROS.test(id) ? `${id.slice(1)}1` : id;
  };
  return { trace: () => digits(32), span: () => digits(16) };
}

const STOCK_BYTES = 2_400;
const ZEROS = /^0+$/;

export type Tracer = Pick<Telemetry, 'span' | 'startSpan' | 'continueTrace' | 'traceId' | 'traceparent'>;

/** Keeps what a span says about itself, in memory or for a collector. It is told clean values only. */
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

interface Place extends RemoteSpan {
  /** False when the span id is made up: there is no span that a child could name as its parent. */
  readonly isSpan: boolean;
}
