import { collectMatches, type SegmentRun } from './collect.ts';

/**
 * An article has to occur in all required cursors. The rarest leads; the others intersect each batch of its articles.
 * Where matches are not counted, blocks of the leading cursor with too low a bound are skipped, articles that can no
 * longer reach the best hits are dropped before the next cursor, and once nothing further can reach them, the rest of
 * the uncounted range is skipped.
 */
export function evaluateConjunction(run: SegmentRun): void {
  const { query: search, counter, top, ranking } = run;
  const lead = search.required[0]?.cursor;
  if (lead === undefined) return;
  const highest = boundIn(run, 0, search.from, search.to);
  for (let from = lead.seek(search.from); from < search.to; from = lead.seek(from)) {
    const isCounted = counter.isCounted(from);
    const to = Math.min(search.to, counter.endForSmallBatch);
    const minRelevance = ranking.minRelevance(top.threshold, from);
    if (isCounted) {
      from = scoreRange(run, from, to, { isCounted, minRelevance });
      continue;
    }
    const end = Math.min(to, lead.blockEnd(from) + 1);
    if (highest <= minRelevance) from = to;
    else if (boundIn(run, 0, from, end) <= minRelevance) from = end;
    else from = scoreRange(run, from, end, { isCounted, minRelevance });
  }
}

/** Returns the first article that was not examined. */
function scoreRange(
  run: SegmentRun,
  from: number,
  to: number,
  { isCounted, minRelevance }: RangeOptions,
): number {
  const { required, optional, hasWords } = run.query;
  const { batch } = run;
  let next = from;
  for (const [rank, { cursor, factor }] of required.entries()) {
    if (rank === 0) next = cursor.fill(from, to, factor, batch);
    else batch.count = cursor.intersect(batch, factor);
    if (batch.count === 0) return next;
    if (!isCounted && hasWords && required.length + optional.length > rank + 1)
      batch.dropBelow(minRelevance - boundIn(run, rank + 1, from, next));
  }
  for (const { cursor, factor } of optional) cursor.addTo(batch, factor);
  if (!hasWords) batch.scores.fill(1, 0, batch.count);
  collectMatches(run, isCounted, minRelevance);
  return next;
}

/** Upper bound of the score that the required cursors from this one on, and the optional ones, add to an article. */
function boundIn({ query: search }: SegmentRun, first: number, from: number, to: number): number {
  const { required, optional, hasWords } = search;
  if (!hasWords) return 1;
  let bound = 0;
  for (let at = first; at < required.length; at++) {
    const { cursor, factor } = required[at] ?? NONE;
    if (factor > 0 && cursor) bound += cursor.boundIn(from, to) * factor;
  }
  for (const { cursor, factor } of optional) bound += cursor.boundIn(from, to) * factor;
  return bound;
}

const NONE = { cursor: null, factor: 0 };

interface RangeOptions {
  readonly isCounted: boolean;
  readonly minRelevance: number;
}
