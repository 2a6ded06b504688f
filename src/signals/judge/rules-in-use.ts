import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { SIGNAL_PARTITIONS } from '../../streams.ts';
import { compileRules, type Judge, RuleInvalid, type RuleRow, readRule } from '../rules/index.ts';
import { seedRules, storedRules } from './stored-rules.ts';

/** RULE-2: the rules as they are stored now, compiled; changes are followed within half a minute, without a restart. */
export class RulesInUse {
  readonly #tools: RulesTools;
  #judge: Judge = compileRules([]);
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
    if (stored !== this.#stored) this.#judge = compileRules(this.#valid(rows).map(forOnePartition));
    this.#stored = stored;
    this.#readAt = clock.now();
    return this.#judge;
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

/** A partition sees a part of the visitors, so a part of the shares that an article may have for nothing. */
export function forOnePartition(row: RuleRow): RuleRow {
  const rule = readRule(row);
  if (rule.kind !== 'shares-without-views') return row;
  const { freeShares, sharesPerView, milliseconds } = rule;
  const settings = {
    minutes: milliseconds / 60_000,
    freeShares: freeShares / SIGNAL_PARTITIONS,
    sharesPerView,
  };
  return { ...row, settings };
}

const READ_EVERY_MS = 30_000;

export interface RulesTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
