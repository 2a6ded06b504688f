import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { SignalKind } from '../../model/signal.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { memoizeRecent } from '../rules/memoize-recent.ts';
import { type RuleRow, readRule } from '../rules/rule.ts';
import { RuleInvalid } from '../rules/settings-reader.ts';
import { listRules } from '../validation/rule-store.ts';
import type { RequestSender } from './item-senders.ts';

/**
 * RULE-2: tells clients which of their accepted events a rule on user agents will drop. Such an event is stored with the
 * rule like any other dropped one; without the note a client that calls itself a bot would see 202 and no counts. Rules on
 * rates and addresses are not told, because that would help those they are made for.
 */
export class AgentRules {
  readonly #rules: RefreshingValue;
  #ruleFor: (agent: string) => AgentRule | null = () => null;

  constructor({ database, clock, log }: AgentRulesDeps) {
    this.#rules = new RefreshingValue({
      clock,
      maxAgeMs: MAX_AGE_MS,
      load: async () => {
        const rules = (await listRules(database)).flatMap(toAgentRule);
        this.#ruleFor = memoizeRecent(MAX_CACHED_AGENTS, agent => matching(rules, agent));
      },
      onError: error => log.warn('signals.agent_rules_not_loaded', { error }),
    });
  }

  static async open(deps: AgentRulesDeps): Promise<AgentRules> {
    const rules = new AgentRules(deps);
    await rules.#rules.start();
    return rules;
  }

  /** Of the items of one request, in their order, without the refused ones. */
  ignoredAmong(
    items: readonly unknown[],
    { from, mayForward }: RequestSender,
    refused: readonly { readonly index: number }[],
  ): IgnoredItem[] {
    void this.#rules.refreshIfStale();
    const own = this.#ruleFor(from.userAgent);
    if (own === null && !mayForward) return [];
    const isRefused = new Set(refused.map(({ index }) => index));
    return items.flatMap((item, index) => {
      if (isRefused.has(index)) return [];
      const { kind, from: sender } = fieldsOf(item);
      const { userAgent } = fieldsOf(sender);
      const rule = typeof userAgent === 'string' ? this.#ruleFor(userAgent) : own;
      if (!rule?.kinds.some(each => each === kind)) return [];
      const message = `The rule "${rule.id}" drops events of this user agent: they are stored, but do not count.`;
      return [{ index, rule: rule.id, message }];
    });
  }

  /** Resolves when no load is running; for shutdown. */
  async settled(): Promise<void> {
    await this.#rules.settled();
  }
}

/** A row that bypassed the editor and is invalid is skipped here as it is when signals are validated. */
function toAgentRule(row: RuleRow): AgentRule[] {
  if (!row.isActive || row.kind !== 'blocked-agents') return [];
  try {
    const rule = readRule(row);
    if (rule.kind !== 'blocked-agents') return [];
    const fragments = rule.fragments.map(fragment => fragment.toLowerCase());
    return [{ id: rule.id, kinds: rule.kinds, fragments }];
  } catch (error) {
    if (error instanceof RuleInvalid) return [];
    throw error;
  }
}

function matching(rules: readonly AgentRule[], agent: string): AgentRule | null {
  const text = agent.toLowerCase();
  return rules.find(({ fragments }) => fragments.some(fragment => text.includes(fragment))) ?? null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const MAX_AGE_MS = 30_000;
const MAX_CACHED_AGENTS = 4_096;

interface AgentRule {
  readonly id: string;
  readonly kinds: readonly SignalKind[];
  readonly fragments: readonly string[];
}

export interface IgnoredItem {
  readonly index: number;
  readonly rule: string;
  readonly message: string;
}

interface AgentRulesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}
