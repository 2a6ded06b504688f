import type { ExcludedTerm, QueryPlan, TermGroup } from '../../../query/plan.ts';
import type { IndexSegment } from '../segment/segment.ts';
import { type DocumentCursor, type ScoredCursor, UnionCursor, type WeightedCursor } from './cursors.ts';
import type { IndexView } from './index-view.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

/** A plan as cursors over one segment. Null when nothing in the segment can match. */
export function prepareSegment(
  plan: QueryPlan,
  view: IndexView,
  index: number,
  rarities: ReadonlyMap<TermGroup, number>,
): SegmentQuery | null {
  const segment = view.parts[index]?.segment;
  if (segment === undefined) return null;
  const from = plan.before === null ? 0 : segment.columns.firstBefore(plan.before);
  const to = plan.after === null ? segment.documents : segment.columns.firstBefore(plan.after);
  if (from >= to) return null;
  const context = { view, index, segment };
  const required: ScoredCursor[] = [];
  for (const group of plan.required) {
    const cursor = cursorOf(group, context, rarities.get(group) ?? 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  for (const terms of plan.filters) {
    const group = { label: '', terms: terms.map(term => ({ term, weight: 1 })), phrases: [] };
    const cursor = cursorOf(group, context, 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  const optional = plan.optional.flatMap(group => cursorOf(group, context, rarities.get(group) ?? 0) ?? []);
  // Filters restrict the articles that any word finds; they do not count as words.
  const isAny = plan.required.length === 0 && plan.optional.length > 0;
  if (isAny && optional.length === 0) return null;
  return {
    from,
    to,
    required: isAny ? [] : required.sort((a, b) => a.articles - b.articles),
    filters: isAny ? required.map(({ cursor }) => cursor) : [],
    optional,
    phrases: plan.phrases.map(phrase => new PhraseMatcher(segment, phrase)),
    excluded: plan.excluded.flatMap(each => excludedIn(each, segment)),
    hasWords: plan.required.length > 0 || plan.optional.length > 0,
  };
}

function cursorOf(
  { terms, phrases }: TermGroup,
  { view, index, segment }: SegmentContext,
  rarity: number,
): ScoredCursor | null {
  const found = terms.flatMap(({ term, weight }) => {
    const number = view.numberIn(index, term);
    return number === -1 ? [] : [{ number, weight, articles: segment.articlesOf(number) }];
  });
  const articles = found.reduce((sum, each) => sum + each.articles, 0);
  const [first] = found;
  if (phrases.length === 0 && first !== undefined && found.length === 1)
    return { cursor: segment.cursor(first.number), factor: (rarity * first.weight) / 255, articles };
  const parts: WeightedCursor[] = found.map(({ number, weight }) => ({
    cursor: segment.cursor(number),
    weight,
  }));
  for (const phrase of phrases) parts.push({ cursor: new PhraseMatcher(segment, phrase).list(), weight: 1 });
  if (parts.length === 0) return null;
  return { cursor: new UnionCursor(parts), factor: rarity / 255, articles: articles + 1 };
}

function excludedIn(excluded: ExcludedTerm, segment: IndexSegment): IsExcluded[] {
  if ('phrase' in excluded) {
    const matcher = new PhraseMatcher(segment, excluded.phrase);
    return [document => matcher.matches(document)];
  }
  const number = segment.termNumber(excluded.term);
  if (number === -1) return [];
  const cursor = segment.cursor(number);
  return [document => cursor.seek(document) === document];
}

export interface SegmentQuery {
  readonly from: number;
  readonly to: number;
  /** The rarest first. */
  readonly required: readonly ScoredCursor[];
  readonly filters: readonly DocumentCursor[];
  readonly optional: readonly ScoredCursor[];
  readonly phrases: readonly PhraseMatcher[];
  readonly excluded: readonly IsExcluded[];
  readonly hasWords: boolean;
}

type IsExcluded = (document: number) => boolean;

interface SegmentContext {
  readonly view: IndexView;
  readonly index: number;
  readonly segment: IndexSegment;
}
