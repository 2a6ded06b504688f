import type { NumberedPhrase } from './compile.ts';

/**
 * The terms of one article after the other, by their numbers. A term is there when its mark is that of the article, so
 * that nothing has to be emptied in between.
 */
export class ArticleTerms {
  #marks = new Uint32Array(1_024);
  #positions: (readonly number[])[] = [];
  #article = 0;
  publishedSecond = 0;

  /** Makes room for terms up to this number. */
  reserve(terms: number): void {
    if (terms <= this.#marks.length) return;
    const larger = new Uint32Array(Math.max(terms, this.#marks.length * 2));
    larger.set(this.#marks);
    this.#marks = larger;
  }

  begin(publishedSecond: number): void {
    this.#article++;
    this.publishedSecond = publishedSecond;
  }

  add(term: number, positions: readonly number[]): void {
    this.#marks[term] = this.#article;
    this.#positions[term] = positions;
  }

  has(term: number): boolean {
    return this.#marks[term] === this.#article;
  }

  /** Whether the words of a phrase stand one behind the other. */
  stands({ places, end }: NumberedPhrase): boolean {
    const [first, ...others] = places;
    if (first === undefined) return false;
    for (const term of first.terms)
      for (const position of this.#positionsOf(term, end)) {
        const start = position - first.offset;
        const isNext = ({ offset, terms }: NumberedPhrase['places'][number]) =>
          terms.some(each => this.#positionsOf(each, end).includes(start + offset));
        if (others.every(isNext)) return true;
      }
    return false;
  }

  #positionsOf(term: number, end: number): readonly number[] {
    const positions = this.has(term) ? (this.#positions[term] ?? []) : [];
    // They ascend, so those of the title are the first.
    return end === Number.POSITIVE_INFINITY ? positions : positions.filter(position => position < end);
  }
}
