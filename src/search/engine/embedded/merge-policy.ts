/**
 * Selects the segments to merge. Segments belong to one level when their sizes are within a factor of eight; eight of
 * a level merge into one of the next. So each article is rewritten a handful of times, and a million articles are in
 * about two dozen segments. News arrive in flushes of a few dozen articles: the first level is small, so that they
 * are not merged with thousands of others each time. The largest segments are rewritten only when a quarter of their
 * articles is gone.
 */
export function chooseMerge<Part extends MergeCandidate>(parts: readonly Part[]): Part[] {
  const withManyRemoved = parts.find(({ segment, removed }) => removed.count * 4 > segment.documents);
  if (withManyRemoved) return [withManyRemoved];
  const levels = new Map<number, Part[]>();
  for (const part of parts) {
    if (liveCount(part) * 2 > MAX_SEGMENT) continue;
    const level = Math.floor(
      Math.log(Math.max(liveCount(part), MIN_LEVEL_SIZE) / MIN_LEVEL_SIZE) / Math.log(FACTOR),
    );
    levels.set(level, [...(levels.get(level) ?? []), part]);
  }
  for (const [, same] of [...levels].sort((a, b) => a[0] - b[0]))
    if (same.length >= FACTOR) return withinLimit(same.sort((a, b) => liveCount(a) - liveCount(b)));
  return [];
}

function withinLimit<Part extends MergeCandidate>(parts: readonly Part[]): Part[] {
  const chosen: Part[] = [];
  let sum = 0;
  for (const part of parts.slice(0, MAX_SEGMENTS_PER_MERGE)) {
    if (chosen.length > 1 && sum + liveCount(part) > MAX_SEGMENT) break;
    chosen.push(part);
    sum += liveCount(part);
  }
  return chosen;
}

function liveCount({ segment, removed }: MergeCandidate): number {
  return segment.documents - removed.count;
}

const FACTOR = 8;
const MIN_LEVEL_SIZE = 100;
const MAX_SEGMENT = 400_000;
const MAX_SEGMENTS_PER_MERGE = 16;

interface MergeCandidate {
  readonly segment: { readonly documents: number };
  readonly removed: { readonly count: number };
}
