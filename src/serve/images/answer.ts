import { BreakerOpen, TimedOut } from '../../lib/breaker.ts';
import { type FailureKind, OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Metrics } from '../../platform/telemetry/port.ts';
import { HostInTrouble, NoPicture, type NoPictureReason } from './fetch-picture.ts';
import type { PictureType } from './formats/picture.ts';
import { LimiterFull } from './limiter.ts';

/** The answer to readers, and for how long the address is not fetched again. */
export function answerForError(error: unknown): { answer: ImageAnswer; forMs: number } {
  if (error instanceof LimiterFull)
    return { answer: { kind: 'busy', reason: 'crowded', retryAfterSeconds: 5 }, forMs: 0 };
  if (error instanceof BreakerOpen) {
    const retryAfterSeconds = Math.max(1, Math.ceil(error.retryAfterMs / 1_000));
    return { answer: { kind: 'busy', reason: 'host-left-alone', retryAfterSeconds }, forMs: 0 };
  }
  if (error instanceof NoPicture)
    return { answer: { kind: 'none', reason: error.reason }, forMs: REFUSED_FOR_MS };
  if (error instanceof HostInTrouble)
    return { answer: { kind: 'away', reason: 'host-in-trouble' }, forMs: AWAY_FOR_MS };
  if (error instanceof TimedOut)
    return { answer: { kind: 'away', reason: 'timeout-total' }, forMs: AWAY_FOR_MS };
  if (error instanceof OutboundFailure) return answerForFailure(error);
  throw error;
}

function answerForFailure({ kind: reason, fault }: OutboundFailure): { answer: ImageAnswer; forMs: number } {
  if (fault === 'ours') return { answer: { kind: 'busy', reason, retryAfterSeconds: 5 }, forMs: 0 };
  return PERMANENT.has(reason)
    ? { answer: { kind: 'none', reason }, forMs: REFUSED_FOR_MS }
    : { answer: { kind: 'away', reason }, forMs: AWAY_FOR_MS };
}

/** Whether the host's circuit breaker counts it; a missing or unusable picture is not the host's failure. */
export function isFailure(error: unknown): boolean {
  if (error instanceof OutboundFailure) return error.fault === 'host' && !PERMANENT.has(error.kind);
  return error instanceof HostInTrouble || error instanceof TimedOut;
}

/** Counts every answer to a reader, also when readers share one fetch or a remembered refusal. */
export function createAnswerCounter(metrics: Pick<Metrics, 'counter'>): (answer: ImageAnswer) => void {
  const requests = metrics.counter('image_requests_total');
  const bytes = metrics.counter('image_bytes_total');
  const refused = metrics.counter('image_refused_total');
  return answer => {
    if (answer.kind === 'picture') {
      requests.add({ outcome: answer.from });
      bytes.add({ from: answer.from }, answer.content.length);
    } else {
      requests.add({ outcome: answer.kind });
      refused.add({ reason: answer.reason });
    }
  };
}

const PERMANENT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'refused-address',
  'refused-url',
  'too-large-wire',
  'too-large-decoded',
  'bad-redirect',
]);
const REFUSED_FOR_MS = 600_000;
const AWAY_FOR_MS = 60_000;

export type ImageAnswer =
  | {
      readonly kind: 'picture';
      readonly type: PictureType;
      readonly content: Buffer;
      readonly from: PictureOrigin;
    }
  /** The address has no picture that we show. */
  | { readonly kind: 'none'; readonly reason: RefusalReason }
  /** The host failed. */
  | { readonly kind: 'away'; readonly reason: RefusalReason }
  | { readonly kind: 'busy'; readonly reason: RefusalReason; readonly retryAfterSeconds: number };

export type PictureOrigin = 'cache' | 'publisher';
export type RefusalReason = NoPictureReason | FailureKind | 'host-in-trouble' | 'crowded' | 'host-left-alone';
