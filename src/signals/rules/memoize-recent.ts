/**
 * The answers for the texts seen lately, at most `2 * most` of them: addresses and agents come again and again, and
 * reading one costs more than all rules together. What is forgotten is computed again, so results do not depend on it.
 */
export function memoizeRecent<T>(most: number, compute: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return text => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const answer = older.get(text) ?? compute(text);
    if (recent.size >= most) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, answer);
    return answer;
  };
}
