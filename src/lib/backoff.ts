import type { Random } from './random.ts';

/**
 * How long to wait before attempt n (counted from 1): doubles from `firstMs` up to `maxMs`. The upper half is random, so
 * that many waiting callers do not retry at the same moment.
 */
export function backoff(attempt: number, random: Random, { firstMs = 50, maxMs = 5_000 } = {}): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return ceiling / 2 + (random.fraction() * ceiling) / 2;
}
