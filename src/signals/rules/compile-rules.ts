import type { SignalKind } from '../../model/signal.ts';
import { createCheck, type RuleCheck } from './checks.ts';
import { CurrentEvent } from './current-event.ts';
import type { SignalEvent } from './event.ts';
import { RuleKey } from './key.ts';
import { RULE_KINDS, type RuleRow, readRule, type SignalRule } from './rule.ts';
import type { RulesState } from './state.ts';

/**
 * RULE-2: compiles rule rows into one function. Verdicts depend on the state and on the order of events, but
 * not on the order of rows. For a view:
 *
 *   visit already decided? -> stateless rules -> mark the visit as decided -> stateful rules -> counts
 *
 * A visit is decided once, by its first heartbeat with enough attention (RULE-1); later ones only get the
 * verdict `heartbeat`, whether the visit counted or not. Dropped events are not recorded in windows.
 */
export function compileRules(rows: readonly RuleRow[]): SignalJudge {
  const rules = rows
    .filter(({ isActive }) => isActive)
    .map(readRule)
    .sort(inOrder);
  const subject = new CurrentEvent();
  let prepared: PreparedRules | null = null;
  return (event, state) => {
    if (prepared?.state !== state) prepared = prepare(rules, state);
    subject.load(event);
    return decide(subject, prepared);
  };
}

function inOrder(a: SignalRule, b: SignalRule): number {
  return RULE_KINDS.indexOf(a.kind) - RULE_KINDS.indexOf(b.kind) || (a.id < b.id ? -1 : 1);
}

function prepare(rules: readonly SignalRule[], state: RulesState): PreparedRules {
  const compiled = rules.map(rule => {
    const check = createCheck(rule, state);
    return { check, kinds: rule.kinds, verdict: Object.freeze({ droppedBy: rule.id }) };
  });
  const isStateful = ({ check }: CompiledRule) =>
    check.isStateful || check.record !== undefined || check.recordAll !== undefined;
  return { state, byKind: byKind(kind => planFor(kind, compiled, isStateful)) };
}

function planFor(
  kind: SignalKind,
  compiled: readonly CompiledRule[],
  isStateful: (compiled: CompiledRule) => boolean,
): KindPlan {
  const own = compiled.filter(({ kinds }) => kinds.includes(kind));
  return {
    stateless: own.filter(one => !isStateful(one)),
    stateful: own.filter(isStateful),
    recorders: [
      ...own.flatMap(({ check }) => (check.record ? [check.record] : [])),
      ...compiled.flatMap(({ check }) => (check.recordAll ? [check.recordAll] : [])),
    ],
  };
}

function byKind<T>(planOf: (kind: SignalKind) => T): Record<SignalKind, T> {
  return { view: planOf('view'), read: planOf('read'), share: planOf('share'), feedback: planOf('feedback') };
}

function decide(subject: CurrentEvent, { byKind, state }: PreparedRules): SignalVerdict {
  const { kind } = subject.event;
  const plan = byKind[kind];
  const isView = kind === 'view';
  if (isView && isDecided(subject, state)) return HEARTBEAT;
  for (const { check, verdict } of plan.stateless) if (!check.passes(subject)) return verdict;
  if (isView) state.visits.set(visit, subject.event.at, subject.event.at);
  for (const { check, verdict } of plan.stateful) if (!check.passes(subject)) return verdict;
  for (const record of plan.recorders) record(subject);
  return subject.isUnopened ? UNOPENED_SHARE : VALID;
}

/** Each heartbeat keeps a decided visit in memory. Sets `visit` to the key of the visit. */
function isDecided({ event, pair }: CurrentEvent, { visits }: RulesState): boolean {
  visit.ofPair(pair, visitName.ofText(event.visitId));
  if (Number.isNaN(visits.get(visit, event.at))) return false;
  visits.set(visit, event.at, event.at);
  return true;
}

const visit = new RuleKey();
const visitName = new RuleKey();
const VALID: SignalVerdict = Object.freeze({ valid: true });
const UNOPENED_SHARE: SignalVerdict = Object.freeze({ valid: true, isUnopened: true });
const HEARTBEAT: SignalVerdict = Object.freeze({ heartbeat: true });

export type SignalJudge = (event: SignalEvent, state: RulesState) => SignalVerdict;

/**
 * Valid (`isUnopened` marks a share by a visitor who did not open the article), dropped by a rule, or a
 * heartbeat of a visit that was already decided.
 */
export type SignalVerdict =
  | { readonly valid: true; readonly isUnopened?: true }
  | { readonly droppedBy: string }
  | { readonly heartbeat: true };

interface PreparedRules {
  readonly state: RulesState;
  readonly byKind: Record<SignalKind, KindPlan>;
}

interface KindPlan {
  readonly stateless: readonly CompiledRule[];
  readonly stateful: readonly CompiledRule[];
  readonly recorders: readonly ((subject: CurrentEvent) => void)[];
}

interface CompiledRule {
  readonly check: RuleCheck;
  readonly kinds: readonly SignalKind[];
  readonly verdict: { readonly droppedBy: string };
}
