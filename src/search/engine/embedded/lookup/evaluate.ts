import type { Group, Plan } from '../../../query/plan.ts';
import { Batch, type Window } from '../segment/batch.ts';
import { lookUpAll } from './conjunction.ts';
import { lookUpAny, STRETCH } from './disjunction.ts';
import type { View } from './index-view.ts';
import { AT_ONCE, Counter } from './match-counter.ts';
import type { Ranking } from './ranking.ts';
import { prepare } from './segment-query.ts';
import { type Found, Top } from './top-hits.ts';

/**
 * Finds the best articles and counts all. Articles are looked at in the order of their numbers, from new to old, one
 * segment after the other. Blocks that hold nothing good enough for the best are passed over, unless they are counted.
 */
export function evaluate(plan: Plan, view: View, ranking: Ranking, options: EvaluateOptions): Evaluation {
  const top = new Top(options.room);
  const counter = new Counter(mostMatches(plan, view), options.hasFacets ? view.facetValues : null);
  const groups = [...plan.required, ...plan.optional];
  const rarities = new Map(groups.map(group => [group, rarityOf(group, view)]));
  for (const [index, part] of view.parts.entries()) {
    const search = prepare(plan, view, index, rarities);
    if (search === null) continue;
    counter.begin(part.segment);
    const run = { search, part, index, top, counter, window: WINDOW, ranking: ranking.of(part.segment) };
    if (search.required.length > 0) lookUpAll({ ...run, batch: FEW });
    else lookUpAny({ ...run, batch: BATCH });
  }
  const known = counter.isExact ? null : totalOfOneTerm(plan, view);
  return {
    found: top.sorted(),
    total: known ?? counter.total,
    isExact: known !== null || counter.isExact,
    facets: counter.facets(),
  };
}

/** Articles that match, at most: those of the rarest that is required, or of all when any is enough. */
function mostMatches({ required, optional }: Plan, view: View): number {
  const articlesOf = ({ terms, phrases }: Group) =>
    phrases.length > 0 ? view.articles : terms.reduce((sum, { term }) => sum + view.articlesWith(term), 0);
  if (required.length > 0) return Math.min(...required.map(articlesOf));
  if (optional.length === 0) return view.articles;
  return Math.min(
    view.articles,
    optional.reduce((sum, group) => sum + articlesOf(group), 0),
  );
}

/** The dictionaries know in how many articles a single term is, as long as none was removed. */
function totalOfOneTerm({ required, optional, phrases, excluded, filters, after, before }: Plan, view: View) {
  const [only, ...others] = required;
  const [term, ...more] = only?.terms ?? [];
  const isAlone = others.length + more.length + (only?.phrases.length ?? 0) + optional.length === 0;
  const isNarrowed =
    phrases.length + excluded.length + filters.length > 0 || after !== null || before !== null;
  if (term === undefined || !isAlone || isNarrowed) return null;
  return view.parts.some(({ removed }) => removed.count > 0) ? null : view.articlesWith(term.term);
}

function rarityOf({ terms, phrases }: Group, view: View): number {
  if (terms.length > 0 || phrases.length === 0) return view.rarityOf(terms);
  return Math.max(
    ...phrases.map(({ places }) =>
      places.reduce(
        (sum, { stems }) => sum + view.rarityOf(stems.map(stem => ({ term: `w${stem}`, weight: 1 }))),
        0,
      ),
    ),
  );
}

/** One search at a time in a thread, so these are made once. */
const WINDOW: Window = { scores: new Float64Array(STRETCH), marks: new Int32Array(STRETCH / 32) };
const BATCH = new Batch(STRETCH);
const FEW = new Batch(AT_ONCE);

export interface EvaluateOptions {
  /** How many of the best are wanted. */
  readonly room: number;
  readonly hasFacets: boolean;
}

export interface Evaluation {
  readonly found: Found[];
  readonly total: number;
  readonly isExact: boolean;
  readonly facets: ReturnType<Counter['facets']>;
}
