import { Problem } from '../../errors.ts';
import { type DryRun, describeDryRun } from '../../signals/rules/dry-run.ts';
import type { RuleRow } from '../../signals/rules/rule.ts';
import { type DropSums, sumDrops } from '../../signals/validation/dropped-signals.ts';
import {
  addRule,
  changeRule,
  checkRule,
  findRule,
  listRules,
  type NewSignalRule,
  type RuleChange,
  removeRule,
  type StoredSignalRule,
} from '../../signals/validation/rule-store.ts';
import { dryRunRules } from '../../signals/validation/try-rules.ts';
import type { AppContext } from '../context.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** RULE-2: operators' actions on signal rules, for the API and the pages. */
export async function requireSignalRule(context: AuditDeps, id: string): Promise<StoredSignalRule> {
  const rule = await findRule(context.database, id);
  if (!rule) throw new Problem('signal-rule-not-found');
  return rule;
}

export async function createSignalRule(
  context: AuditDeps,
  by: ActingPerson,
  rule: NewSignalRule,
): Promise<StoredSignalRule> {
  await context.database.transaction(async tx => {
    await addRule(tx, rule, changedBy(context, by));
    const { kind, isActive } = rule;
    await recordAction(tx, context, by, {
      action: 'signal-rule.added',
      subject: { kind: 'signal-rule', id: rule.id },
      detail: { kind, isActive },
    });
  });
  return requireSignalRule(context, rule.id);
}

export async function editSignalRule(
  context: AuditDeps,
  by: ActingPerson,
  id: string,
  change: RuleChange,
): Promise<StoredSignalRule> {
  await context.database.transaction(async tx => {
    await changeRule(tx, id, change, changedBy(context, by));
    await recordAction(tx, context, by, {
      action: 'signal-rule.changed',
      subject: { kind: 'signal-rule', id },
      detail: { changed: Object.keys(change).join(', ') },
    });
  });
  return requireSignalRule(context, id);
}

export function dropSignalRule(context: AuditDeps, by: ActingPerson, id: string): Promise<void> {
  return context.database.transaction(async tx => {
    await removeRule(tx, id);
    await recordAction(tx, context, by, {
      action: 'signal-rule.removed',
      subject: { kind: 'signal-rule', id },
    });
  });
}

/** Replays the last hour with the current rules, and with this rule added or replaced. */
export async function trySignalRule(context: TryRulesDeps, rule: RuleRow | null): Promise<TriedRules> {
  if (rule) checkRule(rule);
  const stored = await listRules(context.database);
  const changed = rule ? [...stored.filter(({ id }) => id !== rule.id), rule] : stored;
  const [present, tried] = await dryRunRules(context.log, lastHour(context), [stored, changed]);
  if (!present || !tried) throw new RangeError('two sets of rules have two outcomes');
  return { present, tried, words: describeDryRun(tried) };
}

export function dropsOfTheLastHour(context: AuditDeps): Promise<DropSums> {
  return sumDrops(context.database, lastHour(context));
}

/** Rule ids are part of URLs, where some words are reserved. */
export const RULE_ID = /^(?!(?:try|drops|new)$)[a-z0-9][a-z0-9-]{0,59}$/;

export function lastHour({ clock }: Pick<AuditDeps, 'clock'>): Date {
  return new Date(clock.now() - 3_600_000);
}

function changedBy({ clock }: AuditDeps, { actor }: ActingPerson) {
  return { now: new Date(clock.now()), userId: actor.kind === 'user' ? actor.id : null };
}

type TryRulesDeps = Pick<AppContext, 'database' | 'log' | 'clock'>;

export interface TriedRules {
  /** With the current rules. */
  readonly present: DryRun;
  readonly tried: DryRun;
  /** `would have dropped 3.1 %` */
  readonly words: string;
}
