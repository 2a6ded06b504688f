import type { SignalEvent } from './event.ts';
import { compileRules, type Verdict } from './judge.ts';
import type { RuleRow } from './rule.ts';
import { RulesState } from './state.ts';

/**
 * RULE-2: what rules would have done with events that are given in the order of the log, from an empty memory. A
 * visit with all its heartbeats is one thing that counts or is dropped, otherwise long visits would tell more
 * than short ones.
 */
export function dryRun(rows: readonly RuleRow[], events: Iterable<SignalEvent>): DryRun {
  const judge = compileRules(rows);
  const state = new RulesState();
  const outcomes = new Map<string, Verdict>();
  for (const event of events) {
    const verdict = judge(event, state);
    if ('heartbeat' in verdict) continue;
    const thing = event.kind === 'view' ? `${event.visitorId} ${event.articleId} ${event.visitId}` : event.id;
    const earlier = outcomes.get(thing);
    if (earlier === undefined || 'droppedBy' in earlier) outcomes.set(thing, verdict);
  }
  return summed(outcomes.values());
}

/** Of several partitions, each of which is judged by itself. */
export function together(runs: readonly DryRun[]): DryRun {
  const byRule = new Map<string, number>();
  for (const run of runs)
    for (const [rule, times] of run.byRule) byRule.set(rule, (byRule.get(rule) ?? 0) + times);
  return {
    judged: runs.reduce((sum, { judged }) => sum + judged, 0),
    dropped: runs.reduce((sum, { dropped }) => sum + dropped, 0),
    byRule,
  };
}

/** `would have dropped 3.1 %` */
export function inWords({ dropped, judged }: DryRun): string {
  const percent = judged === 0 ? 0 : (100 * dropped) / judged;
  return `would have dropped ${percent.toFixed(1)} %`;
}

function summed(outcomes: Iterable<Verdict>): DryRun {
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
