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
