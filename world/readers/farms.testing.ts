import { partitionOf } from '../../src/lib/partition-of.ts';
import { SIGNAL_PARTITIONS } from '../../src/model/signal-partitions.ts';
import { compileRules } from '../../src/signals/rules/compile-rules.ts';
import { DEFAULT_RULES } from '../../src/signals/rules/default-rules.ts';
import { RulesState } from '../../src/signals/rules/state.ts';
import type { TrendingMeasure } from '../../src/signals/trending/lists.ts';
import { packWeight, scoreOf, weightOf } from '../../src/signals/trending/weights.ts';
import { SharedCounts } from '../../src/signals/validation/shared-counts.ts';
import { createWorld } from '../world.ts';
import { DATA_CENTRES } from './machines.ts';
import { readersOf } from './readers.ts';
import type { ReaderEvent } from './types.ts';

const HOUR = 3_600_000;
const startsAt = Date.UTC(2026, 5, 8);
const from = startsAt - 24 * HOUR;
const world = createWorld({ seed: 7, startsAt, publishers: 30 });
const RULES = [
  ...DEFAULT_RULES,
  { id: 'centres', kind: 'data-centres', settings: { ranges: DATA_CENTRES }, isActive: true },
];

/**
 * The effect of machines on lists by shares, by reads and by both, of the day and of each of its hours. Lists with a
 * hundred entries from people alone are compared as a whole. In shorter lists, which contain every single share, the
 * score of entries from machines counts.
 */
export function harmOfMachines(seed: number): Harm {
  const events = [...readersOf(world, { seed, readers: 3000, rate: 0.4, from })];
  const farmed = events.filter(({ event, truth }) => truth.reader === null && event.kind === 'share');
  const [people, all] = [judged(events.filter(({ truth }) => truth.reader !== null)), judged(events)];
  const harm = { farmed: farmed.length, full: 0, changed: 0, short: 0, weight: 0 };
  for (const by of ['shares', 'reads', 'blend'] as const)
    for (const { since, until } of SPANS) {
      const expected = new Set(topOf(people, { by, since, until }).map(({ article }) => article));
      const added = topOf(all, { by, since, until }).filter(({ article }) => !expected.has(article));
      if (expected.size === LIST_SIZE) {
        harm.full++;
        harm.changed = Math.max(harm.changed, added.length);
      } else {
        harm.short++;
        harm.weight = Math.max(harm.weight, ...added.map(({ score }) => score));
      }
    }
  return harm;
}

const LIST_SIZE = 100;
const SPANS = [
  { since: from, until: startsAt },
  ...Array.from({ length: 24 }, (_, hour) => ({
    since: from + hour * HOUR,
    until: from + (hour + 1) * HOUR,
  })),
];

/** Like the flow: sixteen partitions by visitor, shared limits; ids detect repeated events. */
function judged(events: readonly ReaderEvent[]): Counted[] {
  const judge = compileRules(RULES);
  const tallies = new SharedCounts('one', () => []);
  const known = new Set<string>();
  const states = Array.from({ length: SIGNAL_PARTITIONS }, (_, partition) => {
    const state = new RulesState();
    tallies.register(partition, state);
    return state;
  });
  const result: Counted[] = [];
  for (const { event } of events) {
    if (known.has(event.id)) continue;
    known.add(event.id);
    const state = states[partitionOf(event.visitorId, SIGNAL_PARTITIONS)];
    const verdict = state && judge(event, state);
    if (!verdict || !('valid' in verdict) || (event.kind !== 'share' && event.kind !== 'read')) continue;
    const reach = verdict.isUnopened ? 0 : 1;
    const weight = packWeight(weightOf({ kind: event.kind, isMember: event.userId !== null, reach }));
    result.push({ article: event.articleId, at: event.at, kind: event.kind, weight });
  }
  return result;
}

function topOf(signals: readonly Counted[], { by, since, until }: Wanted): Ranked[] {
  const sums = new Map<string, { share: number; read: number }>();
  for (const { article, at, kind, weight } of signals) {
    if (at < since || at >= until) continue;
    const sum = sums.get(article) ?? { share: 0, read: 0 };
    sum[kind] += weight;
    sums.set(article, sum);
  }
  return [...sums]
    .map(([article, { share, read }]) => ({ article, score: scoreOf(by, share, read) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.article < b.article ? -1 : 1))
    .slice(0, LIST_SIZE);
}

interface Counted {
  readonly article: string;
  readonly at: number;
  readonly kind: 'share' | 'read';
  readonly weight: number;
}

interface Wanted {
  readonly by: TrendingMeasure;
  readonly since: number;
  readonly until: number;
}

interface Ranked {
  readonly article: string;
  readonly score: number;
}

export interface Harm {
  /** Shares that farms sent. */
  readonly farmed: number;
  /** Lists of a hundred, and the maximum number of entries in one that are due to machines. */
  readonly full: number;
  readonly changed: number;
  /** Shorter lists, and the highest score of an entry that is due to machines. */
  readonly short: number;
  readonly weight: number;
}
