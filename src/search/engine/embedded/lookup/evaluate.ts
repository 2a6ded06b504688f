import type { Segment } from '../segment/reader.ts';
import { Counter, STRETCH_BITS } from './count.ts';
import { type Cursor, type ScoredCursor, UnionCursor } from './cursors.ts';
import { PhraseMatcher } from './phrase.ts';
import type { Excluded, Group, Plan } from './plan.ts';
import type { Ranking } from './ranking.ts';
import { type Found, Top } from './top.ts';
import type { View, ViewPart } from './view.ts';

/**
 * Finds the best articles and counts all. Articles are looked at in the order of their numbers, from new to old, one
 * segment after the other. Blocks that hold nothing good enough for the best are passed over, unless they are counted.
 */
export function evaluate(plan: Plan, view: View, ranking: Ranking, options: EvaluateOptions): Evaluation {
  const top = new Top(options.room);
  const counter = new Counter(options.hasFacets);
  const groups = [...plan.required, ...plan.optional];
  const rarities = new Map(groups.map(group => [group, rarityOf(group, view)]));
  for (const [index, part] of view.parts.entries()) {
    const search = prepare(plan, part, rarities);
    if (search === null) continue;
    counter.begin(part.segment);
    const run = { search, part, index, top, counter, ranking: ranking.of(part.segment) };
    if (search.required.length > 0) lookUpAll(run);
    else lookUpAny(run);
    counter.end();
  }
  return { found: top.sorted(), total: counter.total, isExact: counter.isExact, facets: counter.facets() };
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

/** Null when nothing of the segment can match. */
function prepare(plan: Plan, { segment }: ViewPart, rarities: ReadonlyMap<Group, number>): Prepared | null {
  const from = plan.before === null ? 0 : segment.columns.firstBefore(plan.before);
  const to = plan.after === null ? segment.documents : segment.columns.firstBefore(plan.after);
  if (from >= to) return null;
  const required: ScoredCursor[] = [];
  for (const group of plan.required) {
    const cursor = cursorOf(group, segment, rarities.get(group) ?? 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  for (const terms of plan.filters) {
    const group = { label: '', terms: terms.map(term => ({ term, weight: 1 })), phrases: [] };
    const cursor = cursorOf(group, segment, 0);
    if (cursor === null) return null;
    required.push(cursor);
  }
  const optional = plan.optional.flatMap(group => cursorOf(group, segment, rarities.get(group) ?? 0) ?? []);
  const hasWords = plan.required.length > 0 || plan.optional.length > 0;
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
    hasWords,
  };
}

function cursorOf({ terms, phrases }: Group, segment: Segment, rarity: number): ScoredCursor | null {
  const found = terms.flatMap(({ term, weight }) => {
    const number = segment.termNumber(term);
    return number === -1 ? [] : [{ number, weight, articles: segment.articlesOf(number) }];
  });
  const articles = found.reduce((sum, each) => sum + each.articles, 0);
  const [first] = found;
  if (phrases.length === 0 && first !== undefined && found.length === 1)
    return { cursor: segment.cursor(first.number), factor: (rarity * first.weight) / 255, articles };
  const parts: UnionPart[] = found.map(({ number, weight }) => ({ cursor: segment.cursor(number), weight }));
  for (const phrase of phrases) parts.push({ cursor: new PhraseMatcher(segment, phrase).all(), weight: 1 });
  if (parts.length === 0) return null;
  return { cursor: new UnionCursor(segment.documents, parts), factor: rarity / 255, articles: articles + 1 };
}

function excludedIn(excluded: Excluded, segment: Segment): Excludes[] {
  if ('phrase' in excluded) {
    const matcher = new PhraseMatcher(segment, excluded.phrase);
    return [document => matcher.isIn(document)];
  }
  const number = segment.termNumber(excluded.term);
  if (number === -1) return [];
  const cursor = segment.cursor(number);
  return [document => cursor.seek(document) === document];
}

/** Every required cursor has to stand on an article; the rarest leads. */
function lookUpAll({ search, part, index, top, counter, ranking }: Run): void {
  const { required, optional, to, hasWords } = search;
  const [lead, ...others] = required;
  if (lead === undefined) return;
  let good = search.from;
  let document = lead.cursor.seek(search.from);
  next: while (document < to) {
    const isCounted = counter.counts(document);
    if (!isCounted && document >= good) {
      const end = Math.min(
        ...required.map(({ cursor }) => cursor.blockEnd(document)),
        counter.nextStretch(document) - 1,
      );
      const bound = hasWords ? boundOf(search, document, end + 1) : 1;
      if (ranking.bound(bound, document) <= top.threshold) {
        document = lead.cursor.seek(end + 1);
        continue;
      }
      good = end + 1;
    }
    for (const { cursor } of others) {
      const at = cursor.seek(document);
      if (at !== document) {
        document = lead.cursor.seek(at);
        continue next;
      }
    }
    if (isKept(document, search, part)) {
      let relevance = hasWords ? 0 : 1;
      for (const { cursor, factor } of required) relevance += cursor.impact * factor;
      for (const { cursor, factor } of optional)
        if (cursor.seek(document) === document) relevance += cursor.impact * factor;
      const score = ranking.score(relevance, document);
      if ((isCounted || score > top.threshold) && stands(document, search)) {
        if (isCounted) counter.add(document);
        top.add(score, index, document);
      }
    }
    document = lead.cursor.seek(document + 1);
  }
}

function boundOf({ required, optional }: Prepared, from: number, to: number): number {
  let bound = 0;
  for (const { cursor, factor } of required) if (factor > 0) bound += cursor.boundIn(from, to) * factor;
  for (const { cursor, factor } of optional) bound += cursor.boundIn(from, to) * factor;
  return bound;
}

/**
 * Any of the cursors is enough. A stretch of articles at a time: the scores of the terms that matter are added up in
 * an array; terms so weak that all of them together lift nothing among the best are only asked about articles that
 * others have found.
 */
function lookUpAny(run: Run): void {
  const { search, counter, top, ranking } = run;
  const cursors = [...search.optional].sort((a, b) => strength(a, search) - strength(b, search));
  const strengths = cursors.map(each => strength(each, search));
  const scores = new Float32Array(STRETCH);
  for (let from = search.from; from < search.to; ) {
    const to = Math.min(search.to, counter.nextStretch(from));
    const isCounted = counter.counts(from);
    let weak = 0;
    let weakSum = 0;
    if (!isCounted) {
      if (ranking.bound(boundOf(search, from, to), from) <= top.threshold) {
        from = to;
        continue;
      }
      while (weak < cursors.length && ranking.bound(weakSum + (strengths[weak] ?? 0), from) <= top.threshold)
        weakSum += strengths[weak++] ?? 0;
    }
    for (const { cursor, factor } of cursors.slice(weak)) cursor.accumulate(from, to, factor, scores);
    collect(run, { from, to, isCounted, weak: cursors.slice(0, weak), weakSum }, scores);
    from = to;
  }
}

function strength({ cursor, factor }: ScoredCursor, { from, to }: Prepared): number {
  return cursor.boundIn(from, to) * factor;
}

function collect(run: Run, stretch: Stretch, scores: Float32Array): void {
  const { search, part, index, top, counter, ranking } = run;
  const { from, to, isCounted, weak, weakSum } = stretch;
  for (let place = 0; place < to - from; place++) {
    let relevance = scores[place] ?? 0;
    if (relevance === 0) continue;
    scores[place] = 0;
    const document = from + place;
    if (!isCounted && ranking.bound(relevance + weakSum, document) <= top.threshold) continue;
    if (!search.filters.every(filter => filter.seek(document) === document)) continue;
    if (!isKept(document, search, part)) continue;
    for (const { cursor, factor } of weak)
      if (cursor.seek(document) === document) relevance += cursor.impact * factor;
    if (!stands(document, search)) continue;
    if (isCounted) counter.add(document);
    top.add(ranking.score(relevance, document), index, document);
  }
}

function isKept(document: number, { excluded }: Prepared, { removed }: ViewPart): boolean {
  return !removed.has(document) && !excluded.some(excludes => excludes(document));
}

function stands(document: number, { phrases }: Prepared): boolean {
  return phrases.every(phrase => phrase.isIn(document));
}

const STRETCH = 1 << STRETCH_BITS;

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

interface Prepared {
  readonly from: number;
  readonly to: number;
  readonly required: readonly ScoredCursor[];
  readonly filters: readonly Cursor[];
  readonly optional: readonly ScoredCursor[];
  readonly phrases: readonly PhraseMatcher[];
  readonly excluded: readonly Excludes[];
  readonly hasWords: boolean;
}

type Excludes = (document: number) => boolean;
type UnionPart = ConstructorParameters<typeof UnionCursor>[1][number];

interface Run {
  readonly search: Prepared;
  readonly part: ViewPart;
  readonly index: number;
  readonly top: Top;
  readonly counter: Counter;
  readonly ranking: ReturnType<Ranking['of']>;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isCounted: boolean;
  readonly weak: readonly ScoredCursor[];
  readonly weakSum: number;
}
