/** FEED-8: how well scores rank clicked items above the others. Equal scores share their ranks evenly. */

/** The chance that a clicked item ranks above one that was not clicked; null where there is only one kind. */
export function areaUnderCurve(scores: readonly number[], clicked: readonly boolean[]): number | null {
  const order = [...scores.keys()].sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let rankSum = 0;
  let hits = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && scores[order[end] ?? 0] === scores[order[start] ?? 0]) end++;
    const rank = (start + 1 + end) / 2;
    for (const index of order.slice(start, end)) {
      if (!clicked[index]) continue;
      rankSum += rank;
      hits++;
    }
    start = end;
  }
  const misses = order.length - hits;
  return hits === 0 || misses === 0 ? null : (rankSum - (hits * (hits + 1)) / 2) / (hits * misses);
}

/** The reciprocal rank of each clicked item, averaged. */
export function reciprocalRank(ranked: readonly boolean[]): number {
  let sum = 0;
  let hits = 0;
  for (const [index, isHit] of ranked.entries()) {
    if (!isHit) continue;
    sum += 1 / (index + 1);
    hits++;
  }
  return hits === 0 ? 0 : sum / hits;
}

export function gain(ranked: readonly boolean[], limit: number): number {
  const hits = ranked.filter(isHit => isHit).length;
  const ideal = discounted(Array.from({ length: Math.min(hits, limit) }, () => true));
  return ideal === 0 ? 0 : discounted(ranked.slice(0, limit)) / ideal;
}

function discounted(ranked: readonly boolean[]): number {
  return ranked.reduce((sum, isHit, index) => sum + (isHit ? 1 / Math.log2(index + 2) : 0), 0);
}
