import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { compileRules, isShared, type Judge, RuleInvalid, type RuleRow, readRule } from '../rules/index.ts';
import { seedRules, storedRules } from './stored-rules.ts';

/** RULE-2: the rules as they are stored now, compiled; changes are followed within half a minute, without a restart. */
export class RulesInUse {
  readonly #tools: RulesTools;
  #judge: Judge = compileRules([]);
  #shared: readonly string[] = [];
  #stored = '';
  #readAt = Number.NEGATIVE_INFINITY;

  private constructor(tools: RulesTools) {
    this.#tools = tools;
  }

  static async open(tools: RulesTools): Promise<RulesInUse> {
    await seedRules(tools.database, new Date(tools.clock.now()));
    return new RulesInUse(tools);
  }

  async judge(): Promise<Judge> {
    const { clock, database } = this.#tools;
    if (clock.now() - this.#readAt < READ_EVERY_MS) return this.#judge;
    const rows = await storedRules(database);
    const stored = JSON.stringify(rows);
    if (stored !== this.#stored) this.#use(this.#valid(rows));
    this.#stored = stored;
    this.#readAt = clock.now();
    return this.#judge;
  }

  /** Rules whose limits hold for all visitors together; of these partitions tell one another. */
  get shared(): readonly string[] {
    return this.#shared;
  }

  #use(rows: readonly RuleRow[]): void {
    this.#judge = compileRules(rows);
    this.#shared = rows.filter(isShared).map(({ id }) => id);
  }

  /** A row that was written past the editor and cannot be read is left out, aloud: the others go on. */
  #valid(rows: readonly RuleRow[]): RuleRow[] {
    return rows.filter(rule => {
      try {
        readRule(rule);
        return true;
      } catch (error) {
        if (!(error instanceof RuleInvalid)) throw error;
        this.#tools.telemetry.log.error('a rule is left out', { rule: rule.id, error });
        return false;
      }
    });
  }
}

const READ_EVERY_MS = 30_000;

export interface RulesTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
