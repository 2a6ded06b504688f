import { END } from '../segment/postings.ts';
import { collectMatches, type SegmentRun } from './collect.ts';
import type { ScoredCursor } from './cursors.ts';

/**
 * One cursor is enough. Works on one stretch of articles at a time, where each cursor has an upper bound: cursors
 * that even together cannot lift an article among the best are weak. The scores of the other cursors are added up in
 * an array; weak cursors only score articles that the others found, and only while those could still reach the best.
 * A stretch with nothing but weak cursors is skipped.
 */
export function evaluateDisjunction(run: SegmentRun): void {
  const { query: search, counter, top, ranking } = run;
  const cursors: BoundCursor[] = search.optional.map(each => ({ ...each, bound: 0 }));
  for (const each of cursors) each.bound = each.cursor.boundIn(search.from, search.to) * each.factor;
  const highest = cursors.reduce((sum, { bound }) => sum + bound, 0);
  for (let from = firstOf(cursors, search.from); from < search.to; from = firstOf(cursors, from)) {
    const isCounted = counter.isCounted(from);
    const end = Math.min(search.to, counter.end);
    const to = Math.min(end, (from | (WINDOW_SIZE - 1)) + 1);
    const minRelevance = ranking.minRelevance(top.threshold, from);
    if (!isCounted && highest <= minRelevance) from = end;
    else {
      scoreStretch(run, cursors, { from, to, isCounted, minRelevance });
      from = to;
    }
  }
}

function scoreStretch(
  run: SegmentRun,
  cursors: BoundCursor[],
  { from, to, isCounted, minRelevance }: StretchOptions,
): void {
  let weakCount = 0;
  let weakSum = 0;
  if (!isCounted) {
    for (const each of cursors) each.bound = each.cursor.boundIn(from, to) * each.factor;
    cursors.sort((a, b) => a.bound - b.bound);
    for (; weakCount < cursors.length; weakCount++) {
      const sum = weakSum + (cursors[weakCount]?.bound ?? 0);
      if (sum > minRelevance) break;
      weakSum = sum;
    }
    if (weakCount === cursors.length) return;
  }
  const { batch, window, query: search } = run;
  for (let index = weakCount; index < cursors.length; index++) {
    const { cursor, factor } = cursors[index] ?? NONE;
    cursor?.accumulate(from, to, factor, window);
  }
  collect(run, from, to, isCounted ? Number.NEGATIVE_INFINITY : minRelevance - weakSum);
  for (let index = weakCount - 1; index >= 0 && batch.count > 0; index--) {
    const { cursor, factor, bound } = cursors[index] ?? NONE;
    cursor?.addTo(batch, factor);
    weakSum -= bound;
    batch.dropBelow(minRelevance - weakSum);
  }
  for (const filter of search.filters) batch.count = filter.intersect(batch, 0);
  collectMatches(run, isCounted, minRelevance);
}

/** Collects the articles above `minScore` in order, and empties the window. */
function collect({ window, batch }: SegmentRun, from: number, to: number, minScore: number): void {
  const { scores, marks } = window;
  let count = 0;
  for (let word = 0; word <= (to - from - 1) >>> 5; word++) {
    for (let bits = marks[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const offset = (word << 5) + 31 - Math.clz32(bits & -bits);
      const score = scores[offset] ?? 0;
      scores[offset] = 0;
      if (score <= minScore) continue;
      batch.documents[count] = from + offset;
      batch.scores[count++] = score;
    }
    marks[word] = 0;
  }
  batch.count = count;
}

function firstOf(cursors: readonly ScoredCursor[], from: number): number {
  let first = END;
  for (const { cursor } of cursors) first = Math.min(first, cursor.seek(from));
  return first;
}

/** The number of articles that are scored together. */
export const WINDOW_SIZE = 4_096;
const NONE = { cursor: null, factor: 0, bound: 0 };

/** With its upper bound in the current stretch. */
interface BoundCursor extends ScoredCursor {
  bound: number;
}

interface StretchOptions {
  readonly from: number;
  readonly to: number;
  readonly isCounted: boolean;
  readonly minRelevance: number;
}
