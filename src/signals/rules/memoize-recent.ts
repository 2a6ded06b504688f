/**
 * Caches the results for at most `2 * max` recent texts: addresses and agents repeat, and parsing one costs
 * more than all rules together. Evicted results are computed again, so outcomes do not depend on the cache.
 */
export function memoizeRecent<T>(max: number, compute: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return text => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const answer = older.get(text) ?? compute(text);
    if (recent.size >= max) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, answer);
    return answer;
  };
}
