import type { Counts } from './counts.ts';
import { PairTable } from './pair-table.ts';
import { nthLargest } from './select.ts';

/**
 * The largest sums over sub-windows. An item that a sub-window dropped first counts with its list's floor
 * there, which is fast and never too low. If anything was dropped, the best items are estimated again with
 * the more accurate sketches, until no other item could be among the k best.
 */
export function largestOf(
  counts: readonly Counts[],
  parts: readonly WeightedList[],
  k: number,
): RankedCount[] {
  if (k < 1) return [];
  const sums = sumsOf(counts, parts);
  const isExact = counts.every(each => each.dropped.isEmpty);
  for (let depth = isExact ? k : k * 2; ; depth *= 2) {
    const bound = sums.size > depth ? nthLargest(sums.counts.slice(), depth) : Number.NEGATIVE_INFINITY;
    const ranked: RankedCount[] = [];
    for (let at = 0; at < sums.size; at++) {
      const count = sums.counts[at] ?? 0;
      const item = sums.items[at] ?? 0;
      if (count >= bound) ranked.push({ item, count: isExact ? count : estimateOf(counts, parts, item) });
    }
    ranked.sort((a, b) => b.count - a.count || a.item - b.item);
    const smallest = ranked[k - 1]?.count ?? Number.NEGATIVE_INFINITY;
    if (isExact || smallest >= bound || ranked.length === sums.size) return ranked.slice(0, k);
  }
}

export function estimateOf(counts: readonly Counts[], parts: readonly WeightedList[], item: number): number {
  let sum = 0;
  for (const { list, factor } of parts)
    for (const each of counts) sum += factor * (each.get(list, item) ?? each.dropped.estimate(list, item));
  return sum;
}

/** See `TrendingWindows.addSums`. */
export function addSums(counts: readonly Counts[], list: number, into: PairTable, as: number): boolean {
  const floors = counts.reduce((sum, { dropped }) => sum + dropped.floor(list), 0);
  // An item starts at the sum of the floors; each sub-window that contains it replaces its floor by the
  // count.
  for (const each of counts) {
    const { starts, items, counts: values } = each.view();
    const floor = each.dropped.floor(list);
    for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++) {
      const item = items[at] ?? 0;
      const slot = into.slotOf(as, item);
      const above = (values[at] ?? 0) - floor;
      if (into.isTaken(slot)) into.increase(slot, above);
      else into.put(slot, as, item, floors + above);
    }
  }
  return counts.every(({ dropped }) => dropped.isEmpty);
}

function sumsOf(counts: readonly Counts[], parts: readonly WeightedList[]): Sums {
  const table = new PairTable();
  let floors = 0;
  for (const { list, factor } of parts)
    for (const each of counts) {
      const { starts, items, counts } = each.view();
      const floor = each.dropped.floor(list);
      floors += factor * floor;
      for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++)
        table.add(0, items[at] ?? 0, factor * ((counts[at] ?? 0) - floor));
    }
  const sums = {
    size: table.size,
    items: new Float64Array(table.size),
    counts: new Float64Array(table.size),
  };
  let next = 0;
  table.forEach((_, item, count) => {
    sums.items[next] = item;
    sums.counts[next++] = count + floors;
  });
  return sums;
}

/**
 * A part of a blend, which is a weighted sum of lists: for example shares times three plus reads. Factors are
 * above 0.
 */
export interface WeightedList {
  readonly list: number;
  readonly factor: number;
}

export interface RankedCount {
  readonly item: number;
  readonly count: number;
}

interface Sums {
  readonly size: number;
  readonly items: Float64Array;
  readonly counts: Float64Array;
}
