import { IDS } from './zipf.ts';

/** The number of correct entries: their true count is at least that of the true 100th. */
export function rightOf(top: readonly number[], events: Uint32Array): number {
  return rightAmong(top, countsOf(events));
}

export function rightAmong(top: readonly number[], truth: Float64Array): number {
  // In each of these streams, far more than a hundred items occur more than five times.
  const minCount =
    truth
      .filter(count => count > 5)
      .sort()
      .at(-100) ?? 0;
  return top.filter(item => (truth[item] ?? 0) >= Math.max(1, minCount)).length;
}

export function countsOf(events: Uint32Array): Float64Array {
  const counts = new Float64Array(IDS);
  for (const item of events) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}
