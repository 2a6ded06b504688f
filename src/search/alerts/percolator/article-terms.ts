import type { NumberedPhrase } from './compile.ts';

/**
 * The terms of one article after the other, by their numbers. A term is there when its mark is that of the article, so
 * that nothing has to be emptied in between.
 *
 *   marks      term -> the last article that had it
 *   places     term -> where it stands in that article, as far as that matters
 *   present    the terms of this article, in the order in which they came
 */
export class ArticleTerms {
  #marks = new Uint32Array(1_024);
  #present = new Int32Array(1_024);
  readonly #places: number[][] = [];
  #article = 0;
  #count = 0;
  publishedSecond = 0;

  /** Makes room for terms up to this number. */
  reserve(terms: number): void {
    if (terms <= this.#marks.length) return;
    const room = Math.max(terms, this.#marks.length * 2);
    const marks = new Uint32Array(room);
    marks.set(this.#marks);
    this.#marks = marks;
    this.#present = new Int32Array(room);
  }

  begin(publishedSecond: number): void {
    this.#article++;
    this.#count = 0;
    this.publishedSecond = publishedSecond;
  }

  /** It is there; where does not matter. */
  note(term: number): void {
    if (this.#marks[term] === this.#article) return;
    this.#marks[term] = this.#article;
    this.#present[this.#count++] = term;
    const places = this.#places[term];
    if (places !== undefined) places.length = 0;
  }

  place(term: number, place: number): void {
    this.note(term);
    const places = this.#places[term];
    if (places === undefined) this.#places[term] = [place];
    else if (places.length < MOST_PLACES) places.push(place);
  }

  has(term: number): boolean {
    return this.#marks[term] === this.#article;
  }

  get count(): number {
    return this.#count;
  }

  at(index: number): number {
    return this.#present[index] ?? 0;
  }

  /** Whether the words of a phrase stand one behind the other. */
  stands({ places, end }: NumberedPhrase): boolean {
    const [first, ...others] = places;
    if (first === undefined) return false;
    for (const term of first.terms)
      for (const position of this.#placesOf(term, end)) {
        const start = position - first.offset;
        const isNext = ({ offset, terms }: NumberedPhrase['places'][number]) =>
          terms.some(each => this.#placesOf(each, end).includes(start + offset));
        if (others.every(isNext)) return true;
      }
    return false;
  }

  #placesOf(term: number, end: number): readonly number[] {
    const places = this.has(term) ? (this.#places[term] ?? []) : [];
    // They ascend, so those of the title are the first.
    return end === Number.POSITIVE_INFINITY ? places : places.filter(place => place < end);
  }
}

/** As many as the index keeps of a word. */
const MOST_PLACES = 200;
