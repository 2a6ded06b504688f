import type { FacetCount, Facets } from '../../port.ts';
import { FACET_NUMBERS, MANY } from '../segment/facet-records.ts';
import { END } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import type { FacetLists, FacetValues } from './facet-values.ts';

/**
 * Counts what matches. Up to EXACT articles all are counted; from then on those of a few short stretches of the index,
 * each for as many as it stands for, so that words that are everywhere cost no look at a million articles. The more
 * there may be, the fewer stretches.
 */
export class Counter {
  readonly #most: number;
  readonly #values: FacetValues | null;
  #counts: FacetLists<Int32Array> | null = null;
  #numbers: FacetLists<Uint32Array> | null = null;
  #segment: Segment | null = null;
  #counted = 0;
  #sampled = 0;
  /** Stretches of the segments before, so that small segments take turns in being counted. */
  #before = 0;
  #weight = 1;
  total = 0;
  isExact = true;
  /** What `counts` said holds for the articles before this one. */
  end = 0;
  /** The same, for whoever adds no more than AT_ONCE articles before asking again. */
  endOfFew = 0;

  /** At most so many articles match. Without values no facets are counted. */
  constructor(most: number, values: FacetValues | null) {
    this.#most = most;
    this.#values = values;
  }

  begin(segment: Segment): void {
    this.#before += Math.ceil((this.#segment?.documents ?? 0) / STRETCH);
    this.#segment = segment;
    this.end = 0;
    this.endOfFew = 0;
    if (this.#values === null) return;
    this.#numbers = this.#values.numbersOf(segment);
    this.#counts = withRoomFor(this.#values, this.#counts);
  }

  /** Whether articles from this one on have to be counted. Articles come in ascending order. */
  counts(document: number): boolean {
    if (document >= this.end) this.#decide(document >>> STRETCH_BITS);
    this.endOfFew = this.#counted + AT_ONCE < EXACT ? END : this.end;
    return this.#weight > 0;
  }

  #decide(stretch: number): void {
    this.end = (stretch + 1) << STRETCH_BITS;
    this.#weight = 1;
    if (this.#counted < EXACT) return;
    this.isExact = false;
    if (this.#sampled === 0) this.#sampled = sampledFor(this.#most);
    const off = (this.#before + stretch) % this.#sampled;
    this.#weight = off === 0 ? this.#sampled : 0;
    if (off > 0) this.end = (stretch + this.#sampled - off) << STRETCH_BITS;
  }

  /** The first `count` of these. */
  add(documents: Int32Array, count: number): void {
    const weight = this.#weight;
    this.total += weight * count;
    this.#counted += count;
    const [counts, numbers, segment] = [this.#counts, this.#numbers, this.#segment];
    if (counts === null || numbers === null || segment === null) return;
    const { facets } = segment;
    for (let i = 0; i < count; i++) {
      const at = (documents[i] ?? 0) * FACET_NUMBERS;
      const place = facets[at + 1] ?? 0;
      bump(counts.sources, numbers.sources[facets[at] ?? 0] ?? 0, weight);
      bump(counts.languages, numbers.languages[place & 0xffff] ?? 0, weight);
      bump(counts.countries, numbers.countries[place >>> 16] ?? 0, weight);
      const [topics, third] = [facets[at + 2] ?? 0, facets[at + 3] ?? 0];
      if (third === MANY) {
        for (const topic of segment.columns.topicsOf(documents[i] ?? 0))
          bump(counts.topics, numbers.topics[topic] ?? 0, weight);
        continue;
      }
      if ((topics & 0xffff) > 0) bump(counts.topics, numbers.topics[(topics & 0xffff) - 1] ?? 0, weight);
      if (topics >>> 16 > 0) bump(counts.topics, numbers.topics[(topics >>> 16) - 1] ?? 0, weight);
      if (third > 0) bump(counts.topics, numbers.topics[third - 1] ?? 0, weight);
    }
  }

  facets(): Facets | null {
    const values = this.#values;
    if (values === null) return null;
    const counts = withRoomFor(values, this.#counts);
    const listed = (list: keyof Facets) => mostFrequent(counts[list], values.lists[list].values);
    return {
      topics: listed('topics'),
      sources: listed('sources'),
      languages: listed('languages'),
      countries: listed('countries'),
    };
  }
}

/** One stretch in so many: enough articles to tell shares by, and enough stretches to be fair to all times. */
function sampledFor(most: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, most / SAMPLE)));
  return Math.min(RAREST, Math.max(MOST_OFTEN, wanted));
}

/** Each segment may bring new values. */
function withRoomFor(values: FacetValues, counts: FacetLists<Int32Array> | null): FacetLists<Int32Array> {
  const roomy = (list: keyof Facets) => {
    const size = values.lists[list].values.length;
    const known = counts?.[list];
    if (known && known.length >= size) return known;
    const larger = new Int32Array(size);
    if (known) larger.set(known);
    return larger;
  };
  return {
    sources: roomy('sources'),
    topics: roomy('topics'),
    languages: roomy('languages'),
    countries: roomy('countries'),
  };
}

function bump(counts: Int32Array, index: number, weight: number): void {
  counts[index] = (counts[index] ?? 0) + weight;
}

/** Of thousands of values some dozens are wanted: each that is among them so far is put where it belongs. */
function mostFrequent(counts: Int32Array, values: readonly string[]): FacetCount[] {
  const best: FacetCount[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    const last = best[MOST_VALUES - 1];
    if (count === 0 || (last && count < last.count)) continue;
    const value = values[number] ?? '';
    if (value === '' || (last && !isBefore(count, value, last))) continue;
    let at = last ? MOST_VALUES - 1 : best.length;
    for (let above = best[at - 1]; above && isBefore(count, value, above); above = best[--at - 1])
      best[at] = above;
    best[at] = { value, count };
  }
  return best;
}

function isBefore(count: number, value: string, other: FacetCount): boolean {
  return count > other.count || (count === other.count && value < other.value);
}

const EXACT = 3_000;
export const AT_ONCE = 512;
const SAMPLE = 2_048;
const MOST_OFTEN = 4;
const RAREST = 128;
const STRETCH_BITS = 9;
const STRETCH = 1 << STRETCH_BITS;
const MOST_VALUES = 50;
