import type { SearchHit } from '../engine/port.ts';

/**
 * SRCH-10: two rankings as one, by reciprocal ranks: what both have comes first, and neither's scores have to mean the
 * same. Where stories are grouped, one is one, whichever of its articles either has found.
 */
export function fused(
  byWords: readonly SearchHit[],
  byMeaning: readonly SearchHit[],
  isGrouped: boolean,
): SearchHit[] {
  const found = new Map<string, SearchHit>();
  for (const ranking of [byWords, byMeaning])
    for (const [rank, hit] of ranking.entries()) {
      const key = isGrouped ? (hit.storyId ?? hit.id) : hit.id;
      const share = 1 / (SMOOTHING + rank);
      const known = found.get(key);
      found.set(key, known ? { ...known, score: known.score + share } : { ...hit, score: share });
    }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** As Cormack, Clarke and Büttcher found it best (2009). */
const SMOOTHING = 60;
