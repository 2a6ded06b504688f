import type { CurrentEvent } from './current-event.ts';
import type { SignalEvent } from './event.ts';
import type { ExpiringMap } from './expiring-map.ts';
import { RuleKey } from './key.ts';
import { memoizeRecent } from './memoize-recent.ts';
import { RangeSet } from './ranges.ts';
import type { RateRule, SignalRule, VelocityRule } from './rule.ts';
import type { RulesState } from './state.ts';

/** A rule that is ready to run. `record` is called only for events that passed every rule. */
export function createCheck(rule: SignalRule, state: RulesState): RuleCheck {
  const memoryFor = (span: number, part = '') => state.mapOf(`${rule.id}${part}`, span);
  const elsewhere = (key: RuleKey) => state.remoteCount(rule.id, key);
  switch (rule.kind) {
    case 'blocked-addresses':
    case 'data-centres':
      return notInRanges(new RangeSet(rule.ranges));
    case 'blocked-agents':
      return notMatchingAgent(rule.fragments);
    case 'self-views':
      return { passes: ({ event }) => !isAuthor(event) };
    case 'minimum-attention':
      return { passes: ({ event }) => event.attentionSeconds >= rule.seconds };
    case 'repeat-window':
      return atMostOnceWithin(rule.milliseconds, memoryFor(rule.milliseconds));
    case 'address-rate':
      return atMost(rule, ({ origin }) => origin.key, { memory: memoryFor(rule.milliseconds), elsewhere });
    case 'user-rate':
      return atMost(rule, ({ visitor }) => visitor, { memory: memoryFor(rule.milliseconds) });
    case 'shares-without-views':
      return sharesWithViews(rule, {
        counts: memoryFor(2 * rule.milliseconds),
        elsewhere,
        opened: memoryFor(OPENED_FOR, '/opened'),
      });
  }
}

function isAuthor({ userId, authorIds }: SignalEvent): boolean {
  return userId !== null && authorIds.includes(userId);
}

/** Text that is not an address is in no range. */
function notInRanges(ranges: RangeSet): RuleCheck {
  return { passes: ({ origin: { address } }) => address === null || !ranges.contains(address) };
}

function notMatchingAgent(fragments: readonly string[]): RuleCheck {
  const lower = fragments.map(fragment => fragment.toLowerCase());
  const isOther = memoizeRecent(MAX_CACHED_AGENTS, agent => {
    const text = agent.toLowerCase();
    return !lower.some(fragment => text.includes(fragment));
  });
  return { passes: ({ event }) => isOther(event.userAgent) };
}

/** In both directions: events may arrive out of order. */
function atMostOnceWithin(milliseconds: number, memory: ExpiringMap): RuleCheck {
  const key = new RuleKey();
  return {
    passes: ({ event, pair }) => {
      const countedAt = memory.get(key.ofPeriod(pair, KIND_NUMBERS[event.kind]), event.at);
      return !(Math.abs(event.at - countedAt) < milliseconds);
    },
    record: ({ event }) => memory.set(key, event.at, event.at),
  };
}

/**
 * Counted by fixed periods of the clock, so that the order within a period does not matter. Every attempt counts,
 * whatever the verdict, so that the state here does not depend on when other partitions published their counts.
 *
 * Remote counts are added only near the limit: where the visitors of one address are spread over sixteen partitions, at
 * most a quarter more gets through.
 */
function atMost(
  { limit, milliseconds }: RateRule,
  keyOf: (subject: CurrentEvent) => RuleKey,
  { memory, elsewhere }: { readonly memory: ExpiringMap; readonly elsewhere?: (key: RuleKey) => number },
): RuleCheck {
  const key = new RuleKey();
  const localLimit = limit / REMOTE_FROM_SHARE;
  return {
    passes: subject => {
      key.ofPeriod(keyOf(subject), Math.floor(subject.event.at / milliseconds));
      const count = memory.get(key, subject.event.at) || 0;
      memory.set(key, count + 1, subject.event.at);
      return (
        count < limit && (elsewhere === undefined || count < localLimit || count + elsewhere(key) < limit)
      );
    },
    isStateful: true,
  };
}

/**
 * Sharers usually read first. A visitor who opened the article may share it. Shares of all other visitors
 * count up to `sharesPerView` per view or read in this period and the previous one, plus a few free ones; the
 * rest are dropped. Those that count are marked, so that they weigh little.
 */
function sharesWithViews(rule: VelocityRule, { counts, elsewhere, opened }: VelocityState): RuleCheck {
  const key = new RuleKey();
  const keyAt = ({ article, event }: CurrentEvent, step: number, periodsAgo: number) =>
    key.ofPeriod(article, 2 * (Math.floor(event.at / rule.milliseconds) - periodsAgo) + step);
  const countOf = (subject: CurrentEvent, step: number, periodsAgo: number) =>
    (counts.get(keyAt(subject, step, periodsAgo), subject.event.at) || 0) + elsewhere(key);
  const recentCount = (subject: CurrentEvent, step: number) =>
    countOf(subject, step, 1) + countOf(subject, step, 0);
  const add = (subject: CurrentEvent, step: number) => {
    const own = counts.get(keyAt(subject, step, 0), subject.event.at) || 0;
    counts.set(key, own + 1, subject.event.at);
  };
  return {
    passes: subject => {
      if (isAuthor(subject.event) || !Number.isNaN(opened.get(subject.pair, subject.event.at))) return true;
      const shares = recentCount(subject, SHARES);
      add(subject, SHARES);
      subject.isUnopened = true;
      return shares < rule.freeShares || shares < rule.sharesPerView * recentCount(subject, VIEWS);
    },
    recordAll: subject => {
      const { kind, at } = subject.event;
      if (kind !== 'view' && kind !== 'read') return;
      add(subject, VIEWS);
      opened.set(subject.pair, at, at);
    },
  };
}

/** A share after a longer time uses one of the free ones. */
const OPENED_FOR = 3_600_000;
/** Remote counts are read from this part of the limit on. */
const REMOTE_FROM_SHARE = 64;
const SHARES = 0;
const VIEWS = 1;
const KIND_NUMBERS = { view: 0, read: 1, share: 2, feedback: 3 };
const MAX_CACHED_AGENTS = 4096;

export interface RuleCheck {
  passes(subject: CurrentEvent): boolean;
  record?(subject: CurrentEvent): void;
  /** Like `record`, but also for kinds of events that the rule does not judge. */
  recordAll?(subject: CurrentEvent): void;
  /** It changes state when it runs, so it runs after all stateless checks. */
  readonly isStateful?: boolean;
}

interface VelocityState {
  readonly counts: ExpiringMap;
  readonly elsewhere: (key: RuleKey) => number;
  /** The pairs of visitors and articles they opened. */
  readonly opened: ExpiringMap;
}
