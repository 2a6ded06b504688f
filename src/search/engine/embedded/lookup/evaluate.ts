import type { QueryPlan, TermGroup } from '../../../query/plan.ts';
import { Batch, type ScoreWindow } from '../segment/batch.ts';
import { evaluateConjunction } from './conjunction.ts';
import { evaluateDisjunction, WINDOW_SIZE } from './disjunction.ts';
import type { IndexView } from './index-view.ts';
import { MatchCounter, SMALL_BATCH } from './match-counter.ts';
import type { Ranking } from './ranking.ts';
import { prepareSegment } from './segment-query.ts';
import { type ScoredDocument, TopHits } from './top-hits.ts';

/**
 * Finds the best articles and counts all matches. Articles are evaluated in the order of their numbers, from new to
 * old, one segment after the other. Blocks whose bound is below the best hits are skipped, unless they are counted.
 */
export function evaluate(
  plan: QueryPlan,
  view: IndexView,
  ranking: Ranking,
  options: TopHitsOptions,
): Evaluation {
  const top = new TopHits(options.room);
  const counter = new MatchCounter(maxMatches(plan, view), options.hasFacets ? view.facetValues : null);
  const groups = [...plan.required, ...plan.optional];
  const rarities = new Map(groups.map(group => [group, rarityOf(group, view)]));
  for (const [index, part] of view.parts.entries()) {
    const query = prepareSegment(plan, view, index, rarities);
    if (query === null) continue;
    counter.begin(part.segment);
    const run = { query, part, index, top, counter, window: WINDOW, ranking: ranking.of(part.segment) };
    if (query.required.length > 0) evaluateConjunction({ ...run, batch: SMALL });
    else evaluateDisjunction({ ...run, batch: BATCH });
  }
  const known = counter.isExact ? null : exactTotal(plan, view);
  return {
    found: top.sorted(),
    total: known ?? counter.total,
    isExact: known !== null || counter.isExact,
    facets: counter.facets(),
  };
}

/** Upper bound of the matches: the articles of the rarest required group, or of all groups when one is enough. */
function maxMatches({ required, optional }: QueryPlan, view: IndexView): number {
  const articlesOf = ({ terms, phrases }: TermGroup) =>
    phrases.length > 0 ? view.articles : terms.reduce((sum, { term }) => sum + view.articlesWith(term), 0);
  if (required.length > 0) return Math.min(...required.map(articlesOf));
  if (optional.length === 0) return view.articles;
  return Math.min(
    view.articles,
    optional.reduce((sum, group) => sum + articlesOf(group), 0),
  );
}

/** The dictionaries know how many articles contain a single term, if none was removed. */
function exactTotal(
  { required, optional, phrases, excluded, filters, after, before }: QueryPlan,
  view: IndexView,
) {
  const [only, ...others] = required;
  const [term, ...more] = only?.terms ?? [];
  const isAlone = others.length + more.length + (only?.phrases.length ?? 0) + optional.length === 0;
  const isNarrowed =
    phrases.length + excluded.length + filters.length > 0 || after !== null || before !== null;
  if (term === undefined || !isAlone || isNarrowed) return null;
  return view.parts.some(({ removed }) => removed.count > 0) ? null : view.articlesWith(term.term);
}

function rarityOf({ terms, phrases }: TermGroup, view: IndexView): number {
  if (terms.length > 0 || phrases.length === 0) return view.rarityOf(terms);
  return Math.max(
    ...phrases.map(({ words: positions }) =>
      positions.reduce(
        (sum, { stems }) => sum + view.rarityOf(stems.map(stem => ({ term: `w${stem}`, weight: 1 }))),
        0,
      ),
    ),
  );
}

/** A thread runs one search at a time, so these buffers are shared. */
const WINDOW: ScoreWindow = {
  scores: new Float64Array(WINDOW_SIZE),
  marks: new Int32Array(WINDOW_SIZE / 32),
};
const BATCH = new Batch(WINDOW_SIZE);
const SMALL = new Batch(SMALL_BATCH);

export interface TopHitsOptions {
  /** How many of the best articles to return. */
  readonly room: number;
  readonly hasFacets: boolean;
}

export interface Evaluation {
  readonly found: ScoredDocument[];
  readonly total: number;
  readonly isExact: boolean;
  readonly facets: ReturnType<MatchCounter['facets']>;
}
