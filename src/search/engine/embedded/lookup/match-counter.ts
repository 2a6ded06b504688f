import type { FacetCount, Facets } from '../../port.ts';
import { FACET_RECORD_SIZE, MANY_TOPICS } from '../segment/facet-records.ts';
import { END } from '../segment/postings.ts';
import type { IndexSegment } from '../segment/segment.ts';
import type { FacetLists, FacetValues } from './facet-values.ts';

/**
 * Counts matches. Up to EXACT_MATCHES, all are counted; after that only those in sampled stretches of the index, each
 * with the weight of the stretches that it represents, so that very frequent words do not require a look at a million
 * articles. The more matches are possible, the fewer stretches are sampled.
 */
export class MatchCounter {
  readonly #maxMatches: number;
  readonly #values: FacetValues | null;
  #counts: FacetLists<Int32Array> | null = null;
  #numbers: FacetLists<Uint32Array> | null = null;
  #segment: IndexSegment | null = null;
  #counted = 0;
  #sampled = 0;
  /** Stretches of the previous segments, so that sampling covers small segments in turn. */
  #before = 0;
  #weight = 1;
  total = 0;
  isExact = true;
  /** The answer of `isCounted` is valid for articles before this one. */
  end = 0;
  /** The same, for callers that add at most SMALL_BATCH articles before they call again. */
  endForSmallBatch = 0;

  /** `maxMatches` is an upper bound. Without values, no facets are counted. */
  constructor(maxMatches: number, values: FacetValues | null) {
    this.#maxMatches = maxMatches;
    this.#values = values;
  }

  begin(segment: IndexSegment): void {
    this.#before += Math.ceil((this.#segment?.documents ?? 0) / STRETCH);
    this.#segment = segment;
    this.end = 0;
    this.endForSmallBatch = 0;
    if (this.#values === null) return;
    this.#numbers = this.#values.numbersOf(segment);
    this.#counts = resized(this.#values, this.#counts);
  }

  /** Whether articles from this one on have to be counted. Articles come in ascending order. */
  isCounted(document: number): boolean {
    if (document >= this.end) this.#decide(document >>> STRETCH_BITS);
    this.endForSmallBatch = this.#counted + SMALL_BATCH < EXACT_MATCHES ? END : this.end;
    return this.#weight > 0;
  }

  #decide(stretch: number): void {
    this.end = (stretch + 1) << STRETCH_BITS;
    this.#weight = 1;
    if (this.#counted < EXACT_MATCHES) return;
    this.isExact = false;
    if (this.#sampled === 0) this.#sampled = samplingFor(this.#maxMatches);
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
      const at = (documents[i] ?? 0) * FACET_RECORD_SIZE;
      const locale = facets[at + 1] ?? 0;
      increase(counts.sources, numbers.sources[facets[at] ?? 0] ?? 0, weight);
      increase(counts.languages, numbers.languages[locale & 0xffff] ?? 0, weight);
      increase(counts.countries, numbers.countries[locale >>> 16] ?? 0, weight);
      const [topics, third] = [facets[at + 2] ?? 0, facets[at + 3] ?? 0];
      if (third === MANY_TOPICS) {
        for (const topic of segment.columns.topicsOf(documents[i] ?? 0))
          increase(counts.topics, numbers.topics[topic] ?? 0, weight);
        continue;
      }
      if ((topics & 0xffff) > 0) increase(counts.topics, numbers.topics[(topics & 0xffff) - 1] ?? 0, weight);
      if (topics >>> 16 > 0) increase(counts.topics, numbers.topics[(topics >>> 16) - 1] ?? 0, weight);
      if (third > 0) increase(counts.topics, numbers.topics[third - 1] ?? 0, weight);
    }
  }

  facets(): Facets | null {
    const values = this.#values;
    if (values === null) return null;
    const counts = resized(values, this.#counts);
    const listed = (list: keyof Facets) => topValues(counts[list], values.lists[list].values);
    return {
      topics: listed('topics'),
      sources: listed('sources'),
      languages: listed('languages'),
      countries: listed('countries'),
    };
  }
}

/** One stretch of this many: enough articles to estimate shares, and enough stretches to cover all dates. */
function samplingFor(maxMatches: number): number {
  const interval = 2 ** Math.ceil(Math.log2(Math.max(1, maxMatches / SAMPLE_SIZE)));
  return Math.min(MAX_SAMPLING, Math.max(MIN_SAMPLING, interval));
}

/** Each segment may add values. */
function resized(values: FacetValues, counts: FacetLists<Int32Array> | null): FacetLists<Int32Array> {
  const resizedList = (list: keyof Facets) => {
    const size = values.lists[list].values.length;
    const known = counts?.[list];
    if (known && known.length >= size) return known;
    const larger = new Int32Array(size);
    if (known) larger.set(known);
    return larger;
  };
  return {
    sources: resizedList('sources'),
    topics: resizedList('topics'),
    languages: resizedList('languages'),
    countries: resizedList('countries'),
  };
}

function increase(counts: Int32Array, index: number, weight: number): void {
  counts[index] = (counts[index] ?? 0) + weight;
}

/** Selects a few dozen of thousands of values by insertion into a short sorted list. */
function topValues(counts: Int32Array, values: readonly string[]): FacetCount[] {
  const best: FacetCount[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    const last = best[MAX_VALUES - 1];
    if (count === 0 || (last && count < last.count)) continue;
    const value = values[number] ?? '';
    if (value === '' || (last && !isBefore(count, value, last))) continue;
    let at = last ? MAX_VALUES - 1 : best.length;
    for (let above = best[at - 1]; above && isBefore(count, value, above); above = best[--at - 1])
      best[at] = above;
    best[at] = { value, count };
  }
  return best;
}

function isBefore(count: number, value: string, other: FacetCount): boolean {
  return count > other.count || (count === other.count && value < other.value);
}

const EXACT_MATCHES = 3_000;
export const SMALL_BATCH = 512;
const SAMPLE_SIZE = 2_048;
const MIN_SAMPLING = 4;
const MAX_SAMPLING = 128;
const STRETCH_BITS = 9;
const STRETCH = 1 << STRETCH_BITS;
const MAX_VALUES = 50;
