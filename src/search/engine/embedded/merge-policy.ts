/**
 * Which segments to merge now. Segments are of one level when their sizes are within a factor of eight; eight of a
 * level become one of the next. So each article is written a handful of times in its life, and a million are in some
 * two dozen segments. What is flushed as news come in is a few dozen articles: the first level is small, or each few of
 * them would be written anew with thousands of others. The largest are left alone until a quarter of their articles is gone.
 */
export function mergeable<Part extends MergeCandidate>(parts: readonly Part[]): Part[] {
  const worn = parts.find(({ segment, removed }) => removed.count * 4 > segment.documents);
  if (worn) return [worn];
  const levels = new Map<number, Part[]>();
  for (const part of parts) {
    if (live(part) * 2 > LARGEST) continue;
    const level = Math.floor(Math.log(Math.max(live(part), SMALLEST) / SMALLEST) / Math.log(FACTOR));
    levels.set(level, [...(levels.get(level) ?? []), part]);
  }
  for (const [, same] of [...levels].sort((a, b) => a[0] - b[0]))
    if (same.length >= FACTOR) return fitting(same.sort((a, b) => live(a) - live(b)));
  return [];
}

function fitting<Part extends MergeCandidate>(parts: readonly Part[]): Part[] {
  const taken: Part[] = [];
  let sum = 0;
  for (const part of parts.slice(0, MOST_AT_ONCE)) {
    if (taken.length > 1 && sum + live(part) > LARGEST) break;
    taken.push(part);
    sum += live(part);
  }
  return taken;
}

function live({ segment, removed }: MergeCandidate): number {
  return segment.documents - removed.count;
}

const FACTOR = 8;
const SMALLEST = 100;
const LARGEST = 400_000;
const MOST_AT_ONCE = 16;

interface MergeCandidate {
  readonly segment: { readonly documents: number };
  readonly removed: { readonly count: number };
}
