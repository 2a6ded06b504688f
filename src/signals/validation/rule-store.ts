import { Problem } from '../../errors.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/port.ts';
import { bool, jsonb, row, text, timestamptz } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { DEFAULT_RULES } from '../rules/default-rules.ts';
import { type RuleRow, readRule } from '../rules/rule.ts';
import { RuleInvalid } from '../rules/settings-reader.ts';

/** RULE-2: the operators' rules. Only valid ones are stored. */
export function listRules(database: Queryable): Promise<StoredSignalRule[]> {
  return database.many(RULE, sql`select ${COLUMNS} from signal_rules order by id`);
}

export function findRule(database: Queryable, id: string): Promise<StoredSignalRule | null> {
  return database.maybe(RULE, sql`select ${COLUMNS} from signal_rules where id = ${id}`);
}

export async function addRule(tx: Transaction, rule: NewSignalRule, by: RuleEditor): Promise<void> {
  checkRule(rule);
  await tx.execute(sql`lock table signal_rules in share row exclusive mode`);
  const { length } = await listRules(tx);
  if (length >= MAX_RULES) throw new Problem('conflict', reason('too-many-rules', { max: MAX_RULES }));
  const added = await tx.execute(sql`
    insert into signal_rules (id, kind, settings, is_active, note, updated_at, changed_by)
    values (${rule.id}, ${rule.kind}, ${json(rule.settings)}, ${rule.isActive}, ${rule.note}, ${by.now}, ${by.userId})
    on conflict (id) do nothing
  `);
  if (added === 0) throw new Problem('conflict', reason('rule-exists'));
}

/** The kind of a rule cannot change. */
export async function changeRule(
  tx: Transaction,
  id: string,
  change: RuleChange,
  by: RuleEditor,
): Promise<void> {
  const before = await tx.maybe(RULE, sql`select ${COLUMNS} from signal_rules where id = ${id} for update`);
  if (!before) throw new Problem('signal-rule-not-found');
  const rule = { ...before, ...change };
  checkRule(rule);
  await tx.execute(sql`
    update signal_rules
    set settings = ${json(rule.settings)}, is_active = ${rule.isActive}, note = ${rule.note}, updated_at = ${by.now},
        changed_by = ${by.userId}
    where id = ${id}
  `);
}

export async function removeRule(tx: Transaction, id: string): Promise<void> {
  if ((await tx.execute(sql`delete from signal_rules where id = ${id}`)) === 0)
    throw new Problem('signal-rule-not-found');
}

/** The rules of a new installation; later changes and removals by operators stay. */
export async function seedRules(database: Database, now: Date): Promise<void> {
  await database.execute(sql`
    insert into signal_rules (id, kind, settings, is_active, updated_at)
    select id, kind, settings, is_active, ${now}
    from json_to_recordset(${JSON.stringify(
      DEFAULT_RULES.map(({ isActive, ...rule }) => ({ ...rule, is_active: isActive })),
    )}::json) as usual (id text, kind text, settings jsonb, is_active boolean)
    where not exists (select from signal_rules)
    on conflict do nothing
  `);
}

/** Throws a problem that tells the operator what to change. */
export function checkRule(rule: RuleRow): void {
  if (JSON.stringify(rule.settings ?? null).length > MAX_SETTINGS_LENGTH)
    throw new Problem('validation-failed', reason('rule-settings-too-long', { max: MAX_SETTINGS_LENGTH }));
  try {
    readRule(rule);
  } catch (error) {
    if (!(error instanceof RuleInvalid)) throw error;
    throw new Problem('validation-failed', reason('rule-invalid', { reason: error.reason }), {
      cause: error,
    });
  }
}

const COLUMNS = sql`id, kind, settings, is_active, note, updated_at`;
const RULE = row({
  id: text,
  kind: text,
  settings: jsonb,
  is_active: bool,
  note: text,
  updated_at: timestamptz,
});
/** Every rule runs for every signal. */
const MAX_RULES = 100;
/** Some ten thousand ranges of addresses. */
const MAX_SETTINGS_LENGTH = 262_144;

export interface StoredSignalRule extends RuleRow {
  readonly note: string;
  readonly updatedAt: Date;
}

export type NewSignalRule = RuleRow & Pick<StoredSignalRule, 'note'>;
export type RuleChange = Partial<Pick<StoredSignalRule, 'settings' | 'isActive' | 'note'>>;

export interface RuleEditor {
  readonly now: Date;
  readonly userId: string | null;
}
