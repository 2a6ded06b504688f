import type { NumberedPhrase } from './compile.ts';

/**
 * The terms of one article at a time, by number. A term is present when its mark is the number of the article, so
 * nothing has to be cleared between articles.
 *
 *   marks       term -> the last article that contains it
 *   positions   term -> its positions in that article, if they matter
 *   present     the terms of this article, in order of their first occurrence
 */
export class ArticleTerms {
  #marks = new Uint32Array(1_024);
  #present = new Int32Array(1_024);
  readonly #positions: number[][] = [];
  #article = 0;
  #count = 0;
  publishedSecond = 0;

  /** Makes room for terms below this number. */
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

  /** Adds a term without a position. */
  add(term: number): void {
    if (this.#marks[term] === this.#article) return;
    this.#marks[term] = this.#article;
    this.#present[this.#count++] = term;
    const positions = this.#positions[term];
    if (positions !== undefined) positions.length = 0;
  }

  addPosition(term: number, position: number): void {
    this.add(term);
    const positions = this.#positions[term];
    if (positions === undefined) this.#positions[term] = [position];
    else if (positions.length < MAX_POSITIONS) positions.push(position);
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

  /** Whether the words of a phrase follow one another. */
  matchesPhrase({ words: positions, positionLimit: end }: NumberedPhrase): boolean {
    const [first, ...others] = positions;
    if (first === undefined) return false;
    for (const term of first.terms)
      for (const position of this.#positionsOf(term, end)) {
        const start = position - first.offset;
        const isNext = ({ offset, terms }: NumberedPhrase['words'][number]) =>
          terms.some(each => this.#positionsOf(each, end).includes(start + offset));
        if (others.every(isNext)) return true;
      }
    return false;
  }

  #positionsOf(term: number, end: number): readonly number[] {
    const positions = this.has(term) ? (this.#positions[term] ?? []) : [];
    // Positions ascend, so those of the title are the first.
    return end === Number.POSITIVE_INFINITY ? positions : positions.filter(position => position < end);
  }
}

/** As many as the index keeps for a word. */
const MAX_POSITIONS = 200;
