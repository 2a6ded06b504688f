import type { Batch, ScoreWindow } from '../segment/batch.ts';
import type { ViewPart } from './index-view.ts';
import type { MatchCounter } from './match-counter.ts';
import type { SegmentRanking } from './ranking.ts';
import type { SegmentQuery } from './segment-query.ts';
import type { TopHits } from './top-hits.ts';

/**
 * The articles of the batch contain all required words. This counts those that are neither removed nor excluded and
 * contain all phrases, where matches are counted, and adds those above `minRelevance` to the best hits.
 */
export function collectMatches(run: SegmentRun, isCounted: boolean, minRelevance: number): void {
  const { query: search, part, index, top, counter, ranking, batch } = run;
  const { documents, scores, count } = batch;
  let counted = 0;
  for (let i = 0; i < count; i++) {
    const relevance = scores[i] ?? 0;
    const document = documents[i] ?? 0;
    if ((!isCounted && relevance <= minRelevance) || !isKept(document, search, part)) continue;
    const score = relevance <= minRelevance ? -1 : ranking.score(relevance, document);
    if ((!isCounted && score <= top.threshold) || !matchesPhrases(document, search)) continue;
    if (score > top.threshold) top.add(score, index, document);
    documents[counted++] = document;
  }
  if (isCounted) counter.add(documents, counted);
}

function isKept(document: number, { excluded }: SegmentQuery, { removed }: ViewPart): boolean {
  if (removed.count > 0 && removed.has(document)) return false;
  for (const excludes of excluded) if (excludes(document)) return false;
  return true;
}

function matchesPhrases(document: number, { phrases }: SegmentQuery): boolean {
  for (const phrase of phrases) if (!phrase.matches(document)) return false;
  return true;
}

/** The evaluation of one segment. */
export interface SegmentRun {
  readonly query: SegmentQuery;
  readonly part: ViewPart;
  readonly index: number;
  readonly top: TopHits;
  readonly counter: MatchCounter;
  readonly window: ScoreWindow;
  readonly batch: Batch;
  readonly ranking: SegmentRanking;
}
