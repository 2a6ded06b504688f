import { IDS } from './zipf.ts';

/** How many of a list are right: their true count is at least that of the true 100th. */
export function rightOf(top: readonly number[], events: Uint32Array): number {
  return rightAmong(top, countsOf(events));
}

export function rightAmong(top: readonly number[], truth: Float64Array): number {
  // Far more than a hundred come more than five times in each of the streams here.
  const least =
    truth
      .filter(count => count > 5)
      .sort()
      .at(-100) ?? 0;
  return top.filter(item => (truth[item] ?? 0) >= Math.max(1, least)).length;
}

export function countsOf(events: Uint32Array): Float64Array {
  const counts = new Float64Array(IDS);
  for (const item of events) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}
