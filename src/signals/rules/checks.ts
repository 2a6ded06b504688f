import { keepRecent } from './keep-recent.ts';
import { Key } from './key.ts';
import type { Memory } from './memory.ts';
import { RangeSet } from './ranges.ts';
import type { RateRule, Rule, VelocityRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** A rule that is ready to be asked. `remember` is called for events that passed every rule, and for no others. */
export function createCheck(rule: Rule, memoryFor: (span: number) => Memory): Check {
  switch (rule.kind) {
    case 'blocked-addresses':
    case 'data-centres':
      return outsideRanges(new RangeSet(rule.ranges));
    case 'blocked-agents':
      return otherAgents(rule.fragments);
    case 'self-views':
      return { passes: ({ event }) => event.userId === null || !event.authorIds.includes(event.userId) };
    case 'minimum-attention':
      return { passes: ({ event }) => event.attentionSeconds >= rule.seconds };
    case 'repeat-window':
      return notTwiceWithin(rule.milliseconds, memoryFor(rule.milliseconds));
    case 'address-rate':
      return atMost(rule, ({ origin }) => origin.key, memoryFor(rule.milliseconds));
    case 'user-rate':
      return atMost(rule, ({ visitor }) => visitor, memoryFor(rule.milliseconds));
    case 'shares-without-views':
      return sharesWithViews(rule, memoryFor(2 * rule.milliseconds));
  }
}

/** What is no address is in no range. */
function outsideRanges(ranges: RangeSet): Check {
  return { passes: ({ origin: { address } }) => address === null || !ranges.contains(address) };
}

function otherAgents(fragments: readonly string[]): Check {
  const lower = fragments.map(fragment => fragment.toLowerCase());
  const isOther = keepRecent(AGENTS_KEPT, agent => {
    const text = agent.toLowerCase();
    return !lower.some(fragment => text.includes(fragment));
  });
  return { passes: ({ event }) => isOther(event.userAgent) };
}

/** Earlier as well as later: events may have changed places on their way. */
function notTwiceWithin(milliseconds: number, memory: Memory): Check {
  const key = new Key();
  return {
    passes: ({ event, pair }) => {
      const countedAt = memory.get(key.ofPeriod(pair, KIND_NUMBERS[event.kind]), event.at);
      return !(Math.abs(event.at - countedAt) < milliseconds);
    },
    remember: ({ event }) => memory.set(key, event.at, event.at),
  };
}

/**
 * Counted by the minute of the clock (or whatever the period is), so that the order within it plays no part. What
 * was found when the event was asked for is still true when it is remembered, as nothing comes between.
 */
function atMost({ most, milliseconds }: RateRule, whose: (subject: Subject) => Key, memory: Memory): Check {
  const key = new Key();
  let count = 0;
  return {
    passes: subject => {
      key.ofPeriod(whose(subject), Math.floor(subject.event.at / milliseconds));
      count = memory.get(key, subject.event.at) || 0;
      return count < most;
    },
    remember: subject => memory.set(key, count + 1, subject.event.at),
  };
}

/**
 * Who shares has read. Shares count up to `sharesPerView` for each view or read in this period and the one before,
 * and a few for free; the rest is held back until views have come.
 */
function sharesWithViews(rule: VelocityRule, memory: Memory): Check {
  const key = new Key();
  const tally = ({ article, event }: Subject, step: number, back: number) => {
    const period = Math.floor(event.at / rule.milliseconds) - back;
    return memory.get(key.ofPeriod(article, 2 * period + step), event.at) || 0;
  };
  const both = (subject: Subject, step: number) => tally(subject, step, 1) + tally(subject, step, 0);
  return {
    passes: subject => {
      const shares = both(subject, SHARES);
      if (shares < rule.freeShares) return true;
      return shares < rule.sharesPerView * both(subject, VIEWS);
    },
    rememberAll: subject => {
      if (subject.event.kind === 'feedback') return;
      const step = subject.event.kind === 'share' ? SHARES : VIEWS;
      memory.set(key, tally(subject, step, 0) + 1, subject.event.at);
    },
  };
}

const SHARES = 0;
const VIEWS = 1;
const KIND_NUMBERS = { view: 0, read: 1, share: 2, feedback: 3 };
const AGENTS_KEPT = 4096;

export interface Check {
  passes(subject: Subject): boolean;
  remember?(subject: Subject): void;
  /** Like `remember`, but also for kinds of events that the rule does not judge. */
  rememberAll?(subject: Subject): void;
}
