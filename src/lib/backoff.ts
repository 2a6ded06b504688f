import type { Random } from './random.ts';

/**
 * How long to wait before attempt n (counted from 1): doubling from `first` up to `most`, with full jitter
 * in the upper half so that many waiters do not come back together.
 */
export function backoff(attempt: number, random: Random, { first = 50, most = 5_000 } = {}): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(attempt - 1, 30));
  return ceiling / 2 + (random.fraction() * ceiling) / 2;
}
