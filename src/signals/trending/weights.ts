import type { TrendingMeasure } from './lists.ts';

/**
 * TREND-8: a share weighs as much as its sharer reaches, a share by nobody known half, and less when whoever shared it
 * did not open it. Weight and number travel as one
 * number, so that one addition keeps both, in every sub-window and every sum:
 *
 *   weight in sixteenths * 2^24 + number        exact up to 16 million signals and 33 million of weight an item
 *
 * Sums order by weight, and of equal weights by number.
 */
export function packWeight(weight: number): number {
  return Math.ceil(weight * SIXTEENTHS) * NUMBERS + 1;
}

export function weightIn(sum: number): number {
  return Math.floor(sum / NUMBERS) / SIXTEENTHS;
}

export function countIn(sum: number): number {
  return sum % NUMBERS;
}

/** Whoever reaches more people weighs more, but ten times as many are not ten times the news. */
export function weightOf({ kind, isMember, reach }: WeighedSignal): number {
  if (kind === 'read') return 1;
  if (!isMember) return reach > 0 ? ANONYMOUS_SHARE : STRANGERS_SHARE;
  return reach > 0 ? Math.min(MAX_WEIGHT, 1 + Math.log2(Math.max(1, reach))) : UNOPENED_SHARE;
}

/** What a list is ordered by. A share is said aloud: it is worth three reads. */
export function scoreOf(by: TrendingMeasure, shares: number, reads: number): number {
  if (by === 'shares') return weightIn(shares);
  if (by === 'reads') return weightIn(reads);
  return SHARE_IN_BLEND * weightIn(shares) + weightIn(reads);
}

const SIXTEENTHS = 16;
const NUMBERS = 2 ** 24;
const ANONYMOUS_SHARE = 0.5;
/** By somebody with an account, and by nobody known. */
const UNOPENED_SHARE = 0.5;
const STRANGERS_SHARE = 1 / SIXTEENTHS;
const MAX_WEIGHT = 8;
const SHARE_IN_BLEND = 3;

export interface WeighedSignal {
  readonly kind: 'share' | 'read';
  readonly isMember: boolean;
  /** How many people the sharer reaches; 1 as long as nobody knows better, 0 when they did not open it. */
  readonly reach: number;
}
