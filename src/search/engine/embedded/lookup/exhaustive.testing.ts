import type { QueryPlan, TermGroup } from '../../../query/plan.ts';
import { END } from '../segment/postings.ts';
import type { IndexSegment } from '../segment/segment.ts';
import type { IndexView } from './index-view.ts';
import type { Ranking } from './ranking.ts';
import type { ScoredDocument } from './top-hits.ts';

/**
 * What `evaluate` has to find, computed for every article without bounds, batches or dense postings. Phrases are not
 * supported.
 */
export function evaluateExhaustively(plan: QueryPlan, view: IndexView, ranking: Ranking): ScoredDocument[] {
  const found = view.parts.flatMap(({ segment, removed }, index) => {
    const { score } = ranking.of(segment);
    const impactsOf = impactsIn(segment);
    const worthOf = (group: TermGroup, document: number) => {
      const known = group.terms.filter(({ term }) => segment.termNumber(term) !== -1);
      const here = known.filter(({ term }) => impactsOf(term).has(document));
      if (here.length === 0) return null;
      const rounded = known.length > 1;
      const values = here.map(({ term, weight }) => {
        const value = (impactsOf(term).get(document) ?? 0) * weight;
        return rounded ? Math.max(1, Math.round(value)) : value;
      });
      return (Math.max(...values) * view.rarityOf(group.terms)) / 255;
    };
    return Array.from({ length: segment.documents }, (_, document) => document).flatMap(document => {
      const published = segment.columns.published[document] ?? 0;
      if (removed.has(document)) return [];
      if (plan.after !== null && published < plan.after) return [];
      if (plan.before !== null && published >= plan.before) return [];
      if (plan.excluded.some(each => 'term' in each && impactsOf(each.term).has(document))) return [];
      if (!plan.filters.every(terms => terms.some(term => impactsOf(term).has(document)))) return [];
      const required = plan.required.map(group => worthOf(group, document));
      const optional = plan.optional.flatMap(group => worthOf(group, document) ?? []);
      const isAny = plan.required.length === 0 && plan.optional.length > 0;
      if (required.includes(null) || (isAny && optional.length === 0)) return [];
      const hasWords = required.length + plan.optional.length > 0;
      const relevance = [...required, ...optional].reduce<number>((sum, value) => sum + (value ?? 0), 0);
      return [{ score: score(hasWords ? relevance : 1, document), segment: index, document }];
    });
  });
  return found.sort((a, b) => b.score - a.score || a.segment - b.segment || a.document - b.document);
}

function impactsIn(segment: IndexSegment): (term: string) => ReadonlyMap<number, number> {
  const known = new Map<string, Map<number, number>>();
  return term => {
    const impacts = known.get(term) ?? new Map<number, number>();
    if (known.has(term)) return impacts;
    known.set(term, impacts);
    const number = segment.termNumber(term);
    if (number === -1) return impacts;
    const cursor = segment.postingCursor(number);
    while (cursor.next() !== END) impacts.set(cursor.document, cursor.impact);
    return impacts;
  };
}
