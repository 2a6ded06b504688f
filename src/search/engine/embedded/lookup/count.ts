import type { FacetCount, Facets } from '../../port.ts';
import type { Segment } from '../segment/reader.ts';

/**
 * Counts what matches. Up to EXACT articles all are counted; from then on the articles of one stretch in sixteen,
 * each for sixteen, so that words that are everywhere cost no look at a million articles.
 */
export class Counter {
  readonly #hasFacets: boolean;
  readonly #facets = new Map<string, Map<string, number>>();
  #counted = 0;
  #stretch = -1;
  /** Stretches of the segments before, so that small segments take turns in being counted. */
  #before = 0;
  #weight = 1;
  #segment: SegmentCounts | null = null;
  total = 0;
  isExact = true;

  constructor(hasFacets: boolean) {
    this.#hasFacets = hasFacets;
  }

  begin(segment: Segment): void {
    this.#before += Math.ceil((this.#segment?.segment.documents ?? 0) / (1 << STRETCH_BITS));
    this.#segment = { segment, counts: LISTS.map(list => new Float64Array(segment.about[list].length)) };
    this.#stretch = -1;
  }

  /** Whether articles around this one have to be counted. */
  counts(document: number): boolean {
    const stretch = document >>> STRETCH_BITS;
    if (stretch !== this.#stretch) {
      this.#stretch = stretch;
      const isAll = this.#counted < EXACT;
      if (!isAll) this.isExact = false;
      this.#weight = isAll ? 1 : (this.#before + stretch) % SAMPLED === 0 ? SAMPLED : 0;
    }
    return this.#weight > 0;
  }

  /** The first article of the next stretch. */
  nextStretch(document: number): number {
    return ((document >>> STRETCH_BITS) + 1) << STRETCH_BITS;
  }

  add(document: number): void {
    this.total += this.#weight;
    this.#counted++;
    if (!this.#hasFacets || this.#segment === null) return;
    const { segment, counts } = this.#segment;
    const [sources, topics, languages, countries] = counts;
    const place = segment.columns.places[document] ?? 0;
    bump(sources, segment.columns.sources[document] ?? 0, this.#weight);
    bump(languages, place & 0xffff, this.#weight);
    bump(countries, place >>> 16, this.#weight);
    const { topicEnds, topics: all } = segment.columns;
    const end = topicEnds[document] ?? 0;
    for (let at = document === 0 ? 0 : (topicEnds[document - 1] ?? 0); at < end; at++)
      bump(topics, all[at] ?? 0, this.#weight);
  }

  end(): void {
    if (this.#segment === null || !this.#hasFacets) return;
    for (const [index, list] of LISTS.entries()) {
      const values = this.#facets.get(list) ?? new Map<string, number>();
      for (const [number, count] of (this.#segment.counts[index] ?? []).entries()) {
        const value = this.#segment.segment.about[list][number] ?? '';
        if (count > 0 && value !== '') values.set(value, (values.get(value) ?? 0) + count);
      }
      this.#facets.set(list, values);
    }
  }

  facets(): Facets | null {
    if (!this.#hasFacets) return null;
    const listed = (list: string) => mostFrequent(this.#facets.get(list) ?? new Map());
    return {
      topics: listed('topics'),
      sources: listed('sources'),
      languages: listed('languages'),
      countries: listed('countries'),
    };
  }
}

function bump(counts: Float64Array | undefined, index: number, weight: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + weight;
}

function mostFrequent(counts: ReadonlyMap<string, number>): FacetCount[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}

const LISTS = ['sources', 'topics', 'languages', 'countries'] as const;
const EXACT = 5_000;
const SAMPLED = 16;
export const STRETCH_BITS = 12;
const MOST_VALUES = 50;

interface SegmentCounts {
  readonly segment: Segment;
  readonly counts: readonly Float64Array[];
}
