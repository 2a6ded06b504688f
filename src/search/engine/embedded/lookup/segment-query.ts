import type { Excluded, Group, Plan } from '../../../query/plan.ts';
import type { Segment } from '../segment/segment.ts';
import { type Cursor, type ScoredCursor, UnionCursor, type WeightedCursor } from './cursors.ts';
import type { View } from './index-view.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

/** A plan as cursors over one segment. Null when nothing of the segment can match. */
export function prepare(
  plan: Plan,
  view: View,
  index: number,
  rarities: ReadonlyMap<Group, number>,
): Prepared | null {
  const segment = view.parts[index]?.segment;
  if (segment === undefined) return null;
  const from = plan.before === null ? 0 : segment.columns.firstBefore(plan.before);
  const to = plan.after === null ? segment.documents : segment.columns.firstBefore(plan.after);
  if (from >= to) return null;
  const place = { view, index, segment };
  const required: ScoredCursor[] = [];
  for (const group of plan.required) {
    const cursor = cursorOf(group, place, rarities.get(group) ?? 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  for (const terms of plan.filters) {
    const group = { label: '', terms: terms.map(term => ({ term, weight: 1 })), phrases: [] };
    const cursor = cursorOf(group, place, 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  const optional = plan.optional.flatMap(group => cursorOf(group, place, rarities.get(group) ?? 0) ?? []);
  // Filters narrow what any of the words find; they do not stand in for words.
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
  { terms, phrases }: Group,
  { view, index, segment }: Place,
  rarity: number,
): ScoredCursor | null {
  const found = terms.flatMap(({ term, weight }) => {
    const number = view.numberIn(index, term);
    return number === -1 ? [] : [{ number, weight, articles: segment.articlesOf(number) }];
  });
  const articles = found.reduce((sum, each) => sum + each.articles, 0);
  const [first] = found;
  if (phrases.length === 0 && first !== undefined && found.length === 1)
    return { cursor: segment.lookUp(first.number), factor: (rarity * first.weight) / 255, articles };
  const parts: WeightedCursor[] = found.map(({ number, weight }) => ({
    cursor: segment.lookUp(number),
    weight,
  }));
  for (const phrase of phrases) parts.push({ cursor: new PhraseMatcher(segment, phrase).all(), weight: 1 });
  if (parts.length === 0) return null;
  return { cursor: new UnionCursor(parts), factor: rarity / 255, articles: articles + 1 };
}

function excludedIn(excluded: Excluded, segment: Segment): Excludes[] {
  if ('phrase' in excluded) {
    const matcher = new PhraseMatcher(segment, excluded.phrase);
    return [document => matcher.isIn(document)];
  }
  const number = segment.termNumber(excluded.term);
  if (number === -1) return [];
  const cursor = segment.lookUp(number);
  return [document => cursor.seek(document) === document];
}

export interface Prepared {
  readonly from: number;
  readonly to: number;
  /** The rarest first. */
  readonly required: readonly ScoredCursor[];
  readonly filters: readonly Cursor[];
  readonly optional: readonly ScoredCursor[];
  readonly phrases: readonly PhraseMatcher[];
  readonly excluded: readonly Excludes[];
  readonly hasWords: boolean;
}

type Excludes = (document: number) => boolean;

interface Place {
  readonly view: View;
  readonly index: number;
  readonly segment: Segment;
}
