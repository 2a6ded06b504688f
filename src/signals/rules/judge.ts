import type { SignalKind } from '../../model/signal.ts';
import { type Check, createCheck } from './checks.ts';
import type { SignalEvent } from './event.ts';
import { Key } from './key.ts';
import { RULE_KINDS, type Rule, type RuleRow, readRule } from './rule.ts';
import type { RulesState } from './state.ts';
import { Subject } from './subject.ts';

/**
 * RULE-2: rows become one function. The same events in the same order from the same state get the same verdicts,
 * in whatever order the rows are given. For a view:
 *
 *   is the visit decided already? -> what needs no memory -> it is decided now -> what remembers -> counts
 *
 * A visit is decided once, by its first heartbeat with enough attention (RULE-1); all later ones are heartbeats
 * and nothing else, whether it counted or not. What was dropped leaves no trace in windows.
 */
export function compileRules(rows: readonly RuleRow[]): Judge {
  const rules = rows
    .filter(({ isActive }) => isActive)
    .map(readRule)
    .sort(inOrder);
  const subject = new Subject();
  let prepared: Prepared | null = null;
  return (event, state) => {
    if (prepared?.state !== state) prepared = prepare(rules, state);
    subject.read(event);
    return decide(subject, prepared);
  };
}

function inOrder(a: Rule, b: Rule): number {
  return RULE_KINDS.indexOf(a.kind) - RULE_KINDS.indexOf(b.kind) || (a.id < b.id ? -1 : 1);
}

function prepare(rules: readonly Rule[], state: RulesState): Prepared {
  const asked = rules.map(rule => {
    const check = createCheck(rule, state);
    return { check, kinds: rule.kinds, verdict: Object.freeze({ droppedBy: rule.id }) };
  });
  const isMindful = ({ check }: Asked) =>
    check.isMindful || check.remember !== undefined || check.rememberAll !== undefined;
  return { state, byKind: byKind(kind => planFor(kind, asked, isMindful)) };
}

function planFor(kind: SignalKind, asked: readonly Asked[], isMindful: (asked: Asked) => boolean): Plan {
  const own = asked.filter(({ kinds }) => kinds.includes(kind));
  return {
    mindless: own.filter(one => !isMindful(one)),
    mindful: own.filter(isMindful),
    rememberers: [
      ...own.flatMap(({ check }) => (check.remember ? [check.remember] : [])),
      ...asked.flatMap(({ check }) => (check.rememberAll ? [check.rememberAll] : [])),
    ],
  };
}

function byKind<T>(make: (kind: SignalKind) => T): Record<SignalKind, T> {
  return { view: make('view'), read: make('read'), share: make('share'), feedback: make('feedback') };
}

function decide(subject: Subject, { byKind, state }: Prepared): Verdict {
  const { kind } = subject.event;
  const plan = byKind[kind];
  const isView = kind === 'view';
  if (isView && isDecided(subject, state)) return HEARTBEAT;
  for (const { check, verdict } of plan.mindless) if (!check.passes(subject)) return verdict;
  if (isView) state.visits.set(visit, subject.event.at, subject.event.at);
  for (const { check, verdict } of plan.mindful) if (!check.passes(subject)) return verdict;
  for (const remember of plan.rememberers) remember(subject);
  return subject.isStranger ? BY_STRANGER : VALID;
}

/** Each heartbeat of a visit that was decided keeps it in memory. Leaves the visit's key behind in `visit`. */
function isDecided({ event, pair }: Subject, { visits }: RulesState): boolean {
  visit.ofPair(pair, visitName.ofText(event.visitId));
  if (Number.isNaN(visits.get(visit, event.at))) return false;
  visits.set(visit, event.at, event.at);
  return true;
}

const visit = new Key();
const visitName = new Key();
const VALID: Verdict = Object.freeze({ valid: true });
const BY_STRANGER: Verdict = Object.freeze({ valid: true, isStranger: true });
const HEARTBEAT: Verdict = Object.freeze({ heartbeat: true });

export type Judge = (event: SignalEvent, state: RulesState) => Verdict;

/**
 * Counts (a share by somebody who did not open the article is told apart); or was dropped by this rule; or belongs to a
 * visit that is decided, so that nothing was lost.
 */
export type Verdict =
  | { readonly valid: true; readonly isStranger?: true }
  | { readonly droppedBy: string }
  | { readonly heartbeat: true };

interface Prepared {
  readonly state: RulesState;
  readonly byKind: Record<SignalKind, Plan>;
}

interface Plan {
  readonly mindless: readonly Asked[];
  readonly mindful: readonly Asked[];
  readonly rememberers: readonly ((subject: Subject) => void)[];
}

interface Asked {
  readonly check: Check;
  readonly kinds: readonly SignalKind[];
  readonly verdict: { readonly droppedBy: string };
}
