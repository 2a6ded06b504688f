import { compileRules, type SignalVerdict } from './compile-rules.ts';
import type { SignalEvent } from './event.ts';
import type { RuleRow } from './rule.ts';
import { RulesState } from './state.ts';

/**
 * RULE-2: applies rules to past events in the order of the log, from an empty state. A visit with all its
 * heartbeats counts as one, otherwise long visits would have more weight than short ones.
 */
export function createDryRun(rows: readonly RuleRow[]): {
  judge(event: SignalEvent): void;
  result(): DryRun;
} {
  const judge = compileRules(rows);
  const state = new RulesState();
  const outcomes = new Map<string, SignalVerdict>();
  return {
    judge: event => {
      const verdict = judge(event, state);
      if ('heartbeat' in verdict) return;
      const key = event.kind === 'view' ? `${event.visitorId} ${event.articleId} ${event.visitId}` : event.id;
      const earlier = outcomes.get(key);
      if (earlier === undefined || 'droppedBy' in earlier) outcomes.set(key, verdict);
    },
    result: () => summed(outcomes.values()),
  };
}

/** `would have dropped 3.1 %` */
export function describeDryRun({ dropped, judged }: DryRun): string {
  const percent = judged === 0 ? 0 : (100 * dropped) / judged;
  return `would have dropped ${percent.toFixed(1)} %`;
}

function summed(outcomes: Iterable<SignalVerdict>): DryRun {
  const byRule = new Map<string, number>();
  let [judged, dropped] = [0, 0];
  for (const outcome of outcomes) {
    judged++;
    if (!('droppedBy' in outcome)) continue;
    dropped++;
    byRule.set(outcome.droppedBy, (byRule.get(outcome.droppedBy) ?? 0) + 1);
  }
  return { judged, dropped, byRule };
}

export interface DryRun {
  /** Visits, reads, shares and feedback together. */
  readonly judged: number;
  readonly dropped: number;
  readonly byRule: ReadonlyMap<string, number>;
}
