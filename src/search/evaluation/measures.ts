/** nDCG at ten with gains of 2^grade - 1. */
export function ndcgAt10(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (grade: number, rank: number) => (2 ** grade - 1) / Math.log2(rank + 2);
  const gained = ranked.slice(0, 10).reduce((sum, id, rank) => sum + gain(grades.get(id) ?? 0, rank), 0);
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, 10);
  const ideal = best.reduce((sum, grade, rank) => sum + gain(grade, rank), 0);
  return ideal === 0 ? 0 : gained / ideal;
}

/** Average precision of the first thousand results. */
export function averagePrecision(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const relevant = [...grades.values()].filter(grade => grade > 0).length;
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranked.slice(0, 1_000).entries()) {
    if ((grades.get(id) ?? 0) <= 0) continue;
    found++;
    sum += found / (index + 1);
  }
  return relevant === 0 ? 0 : sum / relevant;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
