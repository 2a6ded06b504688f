import { ValueList } from '../../../../lib/value-list.ts';
import type { IndexSegment } from '../segment/segment.ts';

/** Numbers the values of facets across segments, so that counting only adds up numbers. */
export class FacetValues {
  readonly lists: FacetLists<ValueList> = {
    sources: new ValueList(),
    topics: new ValueList(),
    languages: new ValueList(),
    countries: new ValueList(),
  };
  readonly #numbers = new WeakMap<IndexSegment, FacetLists<Uint32Array>>();

  /** Maps the numbers of a segment's own lists to the shared ones. */
  numbersOf(segment: IndexSegment): FacetLists<Uint32Array> {
    const known = this.#numbers.get(segment);
    if (known) return known;
    const numbersIn = (list: keyof FacetLists<unknown>) =>
      Uint32Array.from(segment.info[list], value => this.lists[list].numberOf(value));
    const numbers = {
      sources: numbersIn('sources'),
      topics: numbersIn('topics'),
      languages: numbersIn('languages'),
      countries: numbersIn('countries'),
    };
    this.#numbers.set(segment, numbers);
    return numbers;
  }
}

export interface FacetLists<Each> {
  readonly sources: Each;
  readonly topics: Each;
  readonly languages: Each;
  readonly countries: Each;
}
