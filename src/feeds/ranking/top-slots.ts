/**
 * The slots with the highest values of a column, best first. For large inputs a bound is estimated from a sample, and
 * only the slots above it are sorted.
 */
export function topSlots(slots: Iterable<number>, column: ScoreColumn, limit: number): number[] {
  const all = [...slots];
  const some = all.length > limit * 4 ? aboveBound(all, column, limit) : all;
  return some.sort(byScoreIn(column)).slice(0, limit);
}

/** Higher first; equal values by slot, so that the order is deterministic. */
export function byScoreIn(column: ScoreColumn): (a: number, b: number) => number {
  return (a, b) => (column[b] ?? 0) - (column[a] ?? 0) || a - b;
}

function aboveBound(slots: readonly number[], column: ScoreColumn, limit: number): number[] {
  const step = Math.ceil(slots.length / SAMPLE_SIZE);
  const sample: number[] = [];
  for (let index = 0; index < slots.length; index += step) sample.push(column[slots[index] ?? 0] ?? 0);
  sample.sort((a, b) => b - a);
  // Lets about twice as many through as needed; if the bound is too high, all slots are sorted.
  const bound = sample[Math.ceil((sample.length * limit * 2) / slots.length)] ?? Number.NEGATIVE_INFINITY;
  const found = slots.filter(slot => (column[slot] ?? 0) >= bound);
  return found.length >= limit ? found : [...slots];
}

const SAMPLE_SIZE = 1_000;

type ScoreColumn = Float32Array | Float64Array;
