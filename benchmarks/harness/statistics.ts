/** One value per round, with their median and spread. */
export interface Series {
  readonly values: readonly number[];
  readonly median: number;
  /** Half of the range as a share of the median: 0.05 reads as "give or take 5 %". */
  readonly spread: number;
}

export function series(values: readonly number[]): Series {
  const sorted = values.toSorted((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  return { values, median, spread: median === 0 ? 0 : range / 2 / Math.abs(median) };
}

/** The quantile `q` with linear interpolation. NaN when there is no value. */
export function quantile(sorted: readonly number[], q: number): number {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Adjacent rounds ran under the same load, so the ratio is computed pair by pair: a slow second then affects both
 * sides of one ratio instead of one median.
 */
export function pairedRatio(of: Series, over: Series): number {
  if (of.values.length !== over.values.length) return of.median / over.median;
  return series(of.values.map((value, round) => value / (over.values[round] ?? Number.NaN))).median;
}

/**
 * Keeps an even sample of any number of values in bounded memory: when it is full, it drops every second value and
 * from then on takes half as many.
 */
export function createSample(capacity = 65_536): { add(value: number): void; sorted(): number[] } {
  let kept: number[] = [];
  let stride = 1;
  let seen = 0;
  return {
    add(value) {
      if (seen++ % stride !== 0) return;
      kept.push(value);
      if (kept.length < capacity) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    sorted: () => kept.toSorted((a, b) => a - b),
  };
}
