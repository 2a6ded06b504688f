import type { SignalKind } from '../../model/signal.ts';
import { createCheck, type RuleCheck } from './checks.ts';
import { CurrentEvent } from './current-event.ts';
import type { SignalEvent } from './event.ts';
import { RuleKey } from './key.ts';
import { RULE_KINDS, type RuleRow, readRule, type SignalRule } from './rule.ts';
import type { RulesState } from './state.ts';

/**
 * RULE-2: rows become one function. The same events in the same order from the same state get the same verdicts,
 * in whatever order the rows are given. For a view:
 *
 *   is the visit decided already? -> what needs no memory -> it is decided now -> what remembers -> counts
 *
 * A visit is decided once, by its first heartbeat with enough attention (RULE-1); all later ones are heartbeats
 * and nothing else, whether it counted or not. What was dropped leaves no trace in windows.
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
  const asked = rules.map(rule => {
    const check = createCheck(rule, state);
    return { check, kinds: rule.kinds, verdict: Object.freeze({ droppedBy: rule.id }) };
  });
  const isMindful = ({ check }: CompiledRule) =>
    check.isStateful || check.record !== undefined || check.recordAll !== undefined;
  return { state, byKind: byKind(kind => planFor(kind, asked, isMindful)) };
}

function planFor(
  kind: SignalKind,
  asked: readonly CompiledRule[],
  isMindful: (asked: CompiledRule) => boolean,
): KindPlan {
  const own = asked.filter(({ kinds }) => kinds.includes(kind));
  return {
    stateless: own.filter(one => !isMindful(one)),
    stateful: own.filter(isMindful),
    recorders: [
      ...own.flatMap(({ check }) => (check.record ? [check.record] : [])),
      ...asked.flatMap(({ check }) => (check.recordAll ? [check.recordAll] : [])),
    ],
  };
}

function byKind<T>(make: (kind: SignalKind) => T): Record<SignalKind, T> {
  return { view: make('view'), read: make('read'), share: make('share'), feedback: make('feedback') };
}

function decide(subject: CurrentEvent, { byKind, state }: PreparedRules): SignalVerdict {
  const { kind } = subject.event;
  const plan = byKind[kind];
  const isView = kind === 'view';
  if (isView && isDecided(subject, state)) return HEARTBEAT;
  for (const { check, verdict } of plan.stateless) if (!check.passes(subject)) return verdict;
  if (isView) state.visits.set(visit, subject.event.at, subject.event.at);
  for (const { check, verdict } of plan.stateful) if (!check.passes(subject)) return verdict;
  for (const remember of plan.recorders) remember(subject);
  return subject.isStranger ? BY_STRANGER : VALID;
}

/** Each heartbeat of a visit that was decided keeps it in memory. Leaves the visit's key behind in `visit`. */
function isDecided({ event, pair }: CurrentEvent, { visits }: RulesState): boolean {
  visit.ofPair(pair, visitName.ofText(event.visitId));
  if (Number.isNaN(visits.get(visit, event.at))) return false;
  visits.set(visit, event.at, event.at);
  return true;
}

const visit = new RuleKey();
const visitName = new RuleKey();
const VALID: SignalVerdict = Object.freeze({ valid: true });
const BY_STRANGER: SignalVerdict = Object.freeze({ valid: true, isStranger: true });
const HEARTBEAT: SignalVerdict = Object.freeze({ heartbeat: true });

export type SignalJudge = (event: SignalEvent, state: RulesState) => SignalVerdict;

/**
 * Valid (`isStranger` marks a share by a visitor who did not open the article), dropped by a rule, or a heartbeat of a
 * visit that is decided already.
 */
export type SignalVerdict =
  | { readonly valid: true; readonly isStranger?: true }
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
