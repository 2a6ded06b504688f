import { createHash } from 'node:crypto';
import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import type { Signal } from '../../model/signal.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import type { SignalJudge, SignalVerdict } from '../rules/compile-rules.ts';
import type { SignalEvent } from '../rules/event.ts';
import type { RulesState } from '../rules/state.ts';

/**
 * EVT-2, RULE-1: the verdict for each signal, in the order of the log. Duplicates within the batch or of earlier batches
 * are skipped; `isFirst` knows the earlier batches.
 */
export function applyRules(
  batches: readonly SignalBatch[],
  { judge, state, isFirst }: RuleContext,
): { readonly judged: readonly JudgedSignal[]; readonly keys: readonly DedupKey[] } {
  const seen = new Map<string, DedupKey>();
  const judged: JudgedSignal[] = [];
  for (const { offset, at, signals } of batches)
    for (const signal of signals) {
      const key = dedupKeyOf(signal);
      if (key !== null) {
        if (seen.has(key) || !isFirst(key, offset)) continue;
        seen.set(key, { key, at, offset });
      }
      judged.push({ at, signal, verdict: judge(toRuleEvent(signal, at), state) });
    }
  return { judged, keys: [...seen.values()] };
}

export function withOffsets(events: readonly LogEvent<AcceptedSignals>[]): SignalBatch[] {
  return events.map(({ offset, data }) => ({ offset, ...data }));
}

/** Identifies duplicates; null for heartbeats, which the rules recognise by their visit. */
export function dedupKeyOf({ kind, id, visitor, articleId, visit, detail }: Signal): string | null {
  switch (kind) {
    case 'view':
      return null;
    case 'read':
      return hashed('read', visitor, articleId, visit);
    case 'share':
      return hashed('share', visitor, id);
    case 'feedback':
      return hashed('feedback', visitor, articleId, detail, id);
  }
}

/** The first 128 bits of SHA-256, written as a UUID. */
function hashed(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export function toRuleEvent(signal: Signal, at: number): SignalEvent {
  const { id, kind, articleId, visitor, userId, visit, seconds, isOwn, from } = signal;
  return {
    id,
    kind,
    at,
    articleId,
    visitorId: visitor,
    userId,
    authorIds: isOwn && userId !== null ? [userId] : [],
    visitId: visit,
    attentionSeconds: seconds,
    address: from.address,
    userAgent: from.userAgent,
  };
}

export interface SignalBatch extends AcceptedSignals {
  readonly offset: bigint;
}

export interface RuleContext {
  readonly judge: SignalJudge;
  readonly state: RulesState;
  /** Whether this event of the log carried the key first. */
  readonly isFirst: (key: string, offset: bigint) => boolean;
}

export interface JudgedSignal {
  readonly at: number;
  readonly signal: Signal;
  readonly verdict: SignalVerdict;
}

export interface DedupKey {
  readonly key: string;
  readonly at: number;
  readonly offset: bigint;
}
