import type { Batch, Window } from '../segment/batch.ts';
import type { ViewPart } from './index-view.ts';
import type { Counter } from './match-counter.ts';
import type { SegmentRanking } from './ranking.ts';
import type { Prepared } from './segment-query.ts';
import type { Top } from './top-hits.ts';

/**
 * The articles of the batch have all the words that are wanted. Those that were not removed or excluded, and in which
 * phrases stand, are counted, where it is counted; those above `needed` may be among the best.
 */
export function judge(run: Run, isCounted: boolean, needed: number): void {
  const { search, part, index, top, counter, ranking, batch } = run;
  const { documents, scores, count } = batch;
  let counted = 0;
  for (let i = 0; i < count; i++) {
    const relevance = scores[i] ?? 0;
    const document = documents[i] ?? 0;
    if ((!isCounted && relevance <= needed) || !isKept(document, search, part)) continue;
    const score = relevance <= needed ? -1 : ranking.score(relevance, document);
    if ((!isCounted && score <= top.threshold) || !stands(document, search)) continue;
    if (score > top.threshold) top.add(score, index, document);
    documents[counted++] = document;
  }
  if (isCounted) counter.add(documents, counted);
}

function isKept(document: number, { excluded }: Prepared, { removed }: ViewPart): boolean {
  if (removed.count > 0 && removed.has(document)) return false;
  for (const excludes of excluded) if (excludes(document)) return false;
  return true;
}

function stands(document: number, { phrases }: Prepared): boolean {
  for (const phrase of phrases) if (!phrase.isIn(document)) return false;
  return true;
}

/** The search of one segment. */
export interface Run {
  readonly search: Prepared;
  readonly part: ViewPart;
  readonly index: number;
  readonly top: Top;
  readonly counter: Counter;
  readonly window: Window;
  readonly batch: Batch;
  readonly ranking: SegmentRanking;
}
