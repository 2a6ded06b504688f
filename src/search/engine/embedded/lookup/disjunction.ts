import { END } from '../segment/postings.ts';
import { judge, type Run } from './collect.ts';
import type { ScoredCursor } from './cursors.ts';

/**
 * Any of the cursors is enough. A stretch of articles at a time: what each cursor can add there at most is known, and
 * those that all together lift nothing among the best are weak. The scores of the others are added up in an array;
 * weak ones are only asked about articles that the others have found, and no longer than they could lift them enough.
 * Where none of the others is, nothing is looked at.
 */
export function lookUpAny(run: Run): void {
  const { search, counter, top, ranking } = run;
  const cursors: BoundCursor[] = search.optional.map(each => ({ ...each, bound: 0 }));
  for (const each of cursors) each.bound = each.cursor.boundIn(search.from, search.to) * each.factor;
  const highest = cursors.reduce((sum, { bound }) => sum + bound, 0);
  for (let from = firstOf(cursors, search.from); from < search.to; from = firstOf(cursors, from)) {
    const isCounted = counter.counts(from);
    const end = Math.min(search.to, counter.end);
    const to = Math.min(end, (from | (STRETCH - 1)) + 1);
    const needed = ranking.needed(top.threshold, from);
    if (!isCounted && highest <= needed) from = end;
    else {
      lookAt(run, cursors, { from, to, isCounted, needed });
      from = to;
    }
  }
}

function lookAt(run: Run, cursors: BoundCursor[], { from, to, isCounted, needed }: Stretch): void {
  let weak = 0;
  let weakSum = 0;
  if (!isCounted) {
    for (const each of cursors) each.bound = each.cursor.boundIn(from, to) * each.factor;
    cursors.sort((a, b) => a.bound - b.bound);
    for (; weak < cursors.length; weak++) {
      const sum = weakSum + (cursors[weak]?.bound ?? 0);
      if (sum > needed) break;
      weakSum = sum;
    }
    if (weak === cursors.length) return;
  }
  const { batch, window, search } = run;
  for (let place = weak; place < cursors.length; place++) {
    const { cursor, factor } = cursors[place] ?? NONE;
    cursor?.accumulate(from, to, factor, window);
  }
  collect(run, from, to, isCounted ? Number.NEGATIVE_INFINITY : needed - weakSum);
  for (let place = weak - 1; place >= 0 && batch.count > 0; place--) {
    const { cursor, factor, bound } = cursors[place] ?? NONE;
    cursor?.addTo(batch, factor);
    weakSum -= bound;
    batch.dropBelow(needed - weakSum);
  }
  for (const filter of search.filters) batch.count = filter.retain(batch, 0);
  judge(run, isCounted, needed);
}

/** Those above `least`, in their order; leaves the window empty. */
function collect({ window, batch }: Run, from: number, to: number, least: number): void {
  const { scores, marks } = window;
  let count = 0;
  for (let word = 0; word <= (to - from - 1) >>> 5; word++) {
    for (let bits = marks[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const place = (word << 5) + 31 - Math.clz32(bits & -bits);
      const score = scores[place] ?? 0;
      scores[place] = 0;
      if (score <= least) continue;
      batch.documents[count] = from + place;
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

/** Articles that are scored together. */
export const STRETCH = 4_096;
const NONE = { cursor: null, factor: 0, bound: 0 };

/** With the most that it adds in the stretch at hand. */
interface BoundCursor extends ScoredCursor {
  bound: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isCounted: boolean;
  readonly needed: number;
}
