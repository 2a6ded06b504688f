import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { compileRules, type SignalJudge } from '../rules/compile-rules.ts';
import { isShared, type RuleRow, readRule } from '../rules/rule.ts';
import { RuleInvalid } from '../rules/settings-reader.ts';
import { listRules, seedRules } from './rule-store.ts';

/** RULE-2: the stored rules, compiled. Changes take effect within half a minute, without a restart. */
export class ActiveRules {
  readonly #deps: ActiveRulesDeps;
  #judge: SignalJudge = compileRules([]);
  #shared: readonly string[] = [];
  #stored = '';
  #readAt = Number.NEGATIVE_INFINITY;

  private constructor(deps: ActiveRulesDeps) {
    this.#deps = deps;
  }

  static async open(deps: ActiveRulesDeps): Promise<ActiveRules> {
    await seedRules(deps.database, new Date(deps.clock.now()));
    return new ActiveRules(deps);
  }

  async current(): Promise<SignalJudge> {
    const { clock, database } = this.#deps;
    if (clock.now() - this.#readAt < REFRESH_EVERY_MS) return this.#judge;
    const rows = await listRules(database);
    const stored = JSON.stringify(rows);
    if (stored !== this.#stored) this.#use(this.#valid(rows));
    this.#stored = stored;
    this.#readAt = clock.now();
    return this.#judge;
  }

  /** Rules whose limits hold for all visitors together; partitions exchange their counts. */
  get shared(): readonly string[] {
    return this.#shared;
  }

  #use(rows: readonly RuleRow[]): void {
    this.#judge = compileRules(rows);
    this.#shared = rows.filter(isShared).map(({ id }) => id);
  }

  /** A row that bypassed the editor and is invalid is logged and skipped; the other rules stay active. */
  #valid(rows: readonly RuleRow[]): RuleRow[] {
    return rows.filter(rule => {
      try {
        readRule(rule);
        return true;
      } catch (error) {
        if (!(error instanceof RuleInvalid)) throw error;
        this.#deps.telemetry.log.error('rules.invalid_rule', { rule: rule.id, error });
        return false;
      }
    });
  }
}

const REFRESH_EVERY_MS = 30_000;

export interface ActiveRulesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
