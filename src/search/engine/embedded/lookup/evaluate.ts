import { END, type Window } from '../segment/postings.ts';
import type { Segment } from '../segment/reader.ts';
import { Counter } from './count.ts';
import { type Cursor, JoinedCursor, type ScoredCursor, UnionCursor, type WeightedCursor } from './cursors.ts';
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
  const counter = new Counter(mostMatches(plan, view), options.hasFacets ? view.facetValues : null);
  const groups = [...plan.required, ...plan.optional];
  const rarities = new Map(groups.map(group => [group, rarityOf(group, view)]));
  const window = { scores: new Float32Array(STRETCH), marks: new Int32Array(STRETCH / 32) };
  for (const [index, part] of view.parts.entries()) {
    const search = prepare(plan, view, index, rarities);
    if (search === null) continue;
    counter.begin(part.segment);
    const run = { search, part, index, top, counter, window, ranking: ranking.of(part.segment) };
    if (search.required.length > 0) lookUpAll(run);
    else lookUpAny(run);
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

/** Null when nothing of the segment can match. */
function prepare(
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
  const place = { view, index, segment, from, to };
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

function cursorOf(
  { terms, phrases }: Group,
  { view, index, segment, from, to }: Place,
  rarity: number,
): ScoredCursor | null {
  const found = terms.flatMap(({ term, weight }) => {
    const number = view.numbersOf(term)[index] ?? -1;
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
  for (const phrase of phrases) parts.push({ cursor: new PhraseMatcher(segment, phrase).all(), weight: 1 });
  if (parts.length === 0) return null;
  const cursor = parts.length <= FEW ? new JoinedCursor(parts) : new UnionCursor({ from, to }, parts);
  return { cursor, factor: rarity / 255, articles: articles + 1 };
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

/**
 * Every required cursor has to stand on an article; the rarest leads. Where nothing is counted, blocks that hold nothing
 * good enough are passed over, and once nothing that comes can be good enough, all that is not counted.
 */
function lookUpAll({ search, part, index, top, counter, ranking }: Run): void {
  const { required, optional, to, hasWords } = search;
  const [lead, ...others] = required;
  if (lead === undefined) return;
  const highest = hasWords ? boundOf(search, search.from, to) : 1;
  let good = search.from;
  let document = lead.cursor.seek(search.from);
  next: while (document < to) {
    const isCounted = counter.counts(document);
    if (!isCounted && document >= good) {
      if (ranking.bound(highest, document) <= top.threshold) {
        document = lead.cursor.seek(counter.end);
        continue;
      }
      const end = Math.min(endOfBlocks(required, document), counter.end - 1);
      const bound = hasWords ? boundOf(search, document, end + 1) : 1;
      if (ranking.bound(bound, document) <= top.threshold) {
        document = lead.cursor.seek(end + 1);
        continue;
      }
      good = end + 1;
    }
    for (let other = 0; other < others.length; other++) {
      const at = others[other]?.cursor.seek(document) ?? document;
      if (at !== document) {
        document = lead.cursor.seek(at);
        continue next;
      }
    }
    if (isKept(document, search, part)) {
      let relevance = hasWords ? 0 : 1;
      for (const { cursor, factor } of required) if (factor > 0) relevance += cursor.impact * factor;
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

function endOfBlocks(cursors: readonly ScoredCursor[], document: number): number {
  let end = END;
  for (const { cursor } of cursors) end = Math.min(end, cursor.blockEnd(document));
  return end;
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
 * others have found. Where none of the others is, nothing is looked at.
 */
function lookUpAny(run: Run): void {
  const { search, counter, top, ranking } = run;
  const cursors = search.optional
    .map(each => ({ ...each, strength: each.cursor.boundIn(search.from, search.to) * each.factor }))
    .sort((a, b) => a.strength - b.strength);
  for (let from = search.from; from < search.to; ) {
    const isCounted = counter.counts(from);
    let weak = 0;
    let weakSum = 0;
    if (!isCounted)
      for (let sum = 0; weak < cursors.length; weak++) {
        sum += cursors[weak]?.strength ?? 0;
        if (ranking.bound(sum, from) > top.threshold) break;
        weakSum = sum;
      }
    const strong = weak === 0 ? cursors : cursors.slice(weak);
    const next = firstOf(strong, from);
    if (!isCounted && next >= counter.end) {
      from = counter.end;
      continue;
    }
    from = next;
    const to = Math.min(search.to, counter.end, (from | (STRETCH - 1)) + 1);
    if (from >= to) {
      from = Math.max(from, to);
      continue;
    }
    if (isCounted || ranking.bound(boundOf(search, from, to), from) > top.threshold) {
      for (const { cursor, factor } of strong) cursor.accumulate(from, to, factor, run.window);
      collect(run, {
        from,
        to,
        isCounted,
        weak: weak === 0 ? NONE : cursors.slice(0, weak).reverse(),
        weakSum,
      });
    }
    from = to;
  }
}

function firstOf(cursors: readonly ScoredCursor[], from: number): number {
  let first = END;
  for (const { cursor } of cursors) first = Math.min(first, cursor.seek(from));
  return first;
}

/** Looks at the articles that have a score, in their order, and leaves the window empty. */
function collect(run: Run, stretch: Stretch): void {
  const { scores, marks } = run.window;
  for (let word = 0; word <= (stretch.to - stretch.from - 1) >>> 5; word++) {
    for (let bits = marks[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const place = (word << 5) + 31 - Math.clz32(bits & -bits);
      const relevance = scores[place] ?? 0;
      scores[place] = 0;
      judge(run, stretch, stretch.from + place, relevance);
    }
    marks[word] = 0;
  }
}

/** Weak terms are asked the strongest first, and no longer than what is left of them could lift the article enough. */
function judge(run: Run, { isCounted, weak, weakSum }: Stretch, document: number, found: number): void {
  const { search, part, index, top, counter, ranking } = run;
  const { threshold } = top;
  if (!isCounted && ranking.score(found + weakSum, document) <= threshold) return;
  for (const filter of search.filters) if (filter.seek(document) !== document) return;
  if (!isKept(document, search, part)) return;
  let relevance = found;
  let left = weakSum;
  for (const { cursor, factor, strength } of weak) {
    if (cursor.seek(document) === document) relevance += cursor.impact * factor;
    left -= strength;
    if (ranking.score(relevance + left, document) <= threshold) return;
  }
  if (!stands(document, search)) return;
  if (isCounted) counter.add(document);
  top.add(ranking.score(relevance, document), index, document);
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

/** Articles that are scored together. */
const STRETCH = 4_096;
const NONE: readonly StrongCursor[] = [];
/** Up to so many cursors are kept in step. */
const FEW = 4;

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

interface Place {
  readonly view: View;
  readonly index: number;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

interface Run {
  readonly search: Prepared;
  readonly part: ViewPart;
  readonly index: number;
  readonly top: Top;
  readonly counter: Counter;
  readonly window: Window;
  readonly ranking: ReturnType<Ranking['of']>;
}

/** With the most that it adds anywhere. */
interface StrongCursor extends ScoredCursor {
  readonly strength: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isCounted: boolean;
  readonly weak: readonly StrongCursor[];
  readonly weakSum: number;
}
