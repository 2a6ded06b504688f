import { ValueList } from '../../../../lib/value-list.ts';
import type { Segment } from '../segment/segment.ts';

/** Values of facets have one number in all segments, so that counting over segments adds up numbers only. */
export class FacetValues {
  readonly lists: FacetLists<ValueList> = {
    sources: new ValueList(),
    topics: new ValueList(),
    languages: new ValueList(),
    countries: new ValueList(),
  };
  readonly #numbers = new WeakMap<Segment, FacetLists<Uint32Array>>();

  /** For each number of the segment's own lists, the one of all. */
  numbersOf(segment: Segment): FacetLists<Uint32Array> {
    const known = this.#numbers.get(segment);
    if (known) return known;
    const numbersIn = (list: keyof FacetLists<unknown>) =>
      Uint32Array.from(segment.about[list], value => this.lists[list].numberOf(value));
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
