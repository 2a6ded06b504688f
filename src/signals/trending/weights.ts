import type { TrendingMeasure } from './lists.ts';

/**
 * TREND-8: the weight of a share grows with the reach of its sharer; an anonymous share weighs half, a share
 * of an unopened article less. Weight and count are packed into one number, so that one addition sums both:
 *
 *   weight in sixteenths * 2^24 + count        exact up to 16 million signals and 33 million of weight per item
 *
 * Sums are ordered by weight, equal weights by count.
 */
export function packWeight(weight: number): number {
  return Math.ceil(weight * SIXTEENTHS) * COUNT_RANGE + 1;
}

export function weightIn(sum: number): number {
  return Math.floor(sum / COUNT_RANGE) / SIXTEENTHS;
}

export function countIn(sum: number): number {
  return sum % COUNT_RANGE;
}

/** Logarithmic: ten times the reach is not ten times the weight. */
export function weightOf({ kind, isMember, reach }: WeighedSignal): number {
  if (kind === 'read') return 1;
  if (!isMember) return reach > 0 ? ANONYMOUS_SHARE : ANONYMOUS_UNOPENED_SHARE;
  return reach > 0 ? Math.min(MAX_WEIGHT, 1 + Math.log2(Math.max(1, reach))) : UNOPENED_SHARE;
}

/** The score of a list. In the blend, a share is worth three reads. */
export function scoreOf(by: TrendingMeasure, shares: number, reads: number): number {
  if (by === 'shares') return weightIn(shares);
  if (by === 'reads') return weightIn(reads);
  return SHARE_IN_BLEND * weightIn(shares) + weightIn(reads);
}

const SIXTEENTHS = 16;
const COUNT_RANGE = 2 ** 24;
const ANONYMOUS_SHARE = 0.5;
/** By a signed-in and an anonymous visitor. */
const UNOPENED_SHARE = 0.5;
const ANONYMOUS_UNOPENED_SHARE = 1 / SIXTEENTHS;
const MAX_WEIGHT = 8;
const SHARE_IN_BLEND = 3;

export interface WeighedSignal {
  readonly kind: 'share' | 'read';
  readonly isMember: boolean;
  /** How many people the sharer reaches; 1 when unknown, 0 when they did not open the article. */
  readonly reach: number;
}
