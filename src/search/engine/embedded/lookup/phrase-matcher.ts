import { FIELD_START, KIND } from '../../../analysis/terms.ts';
import type { PhrasePlan } from '../../../query/plan.ts';
import type { PostingCursor } from '../segment/posting-cursor.ts';
import { END } from '../segment/postings.ts';
import type { IndexSegment } from '../segment/segment.ts';
import { ListCursor } from './cursors.ts';

/** Checks, for articles in ascending order, whether the words of a phrase follow one another. */
export class PhraseMatcher {
  readonly #words: readonly PhraseWord[];
  readonly #end: number;

  constructor(segment: IndexSegment, { words, isInTitle }: PhrasePlan) {
    this.#words = words.map(({ offset, stems }) => ({
      offset,
      cursors: stems.flatMap(stem => {
        const number = segment.termNumber(KIND.word + stem);
        return number === -1 ? [] : [segment.postingCursor(number)];
      }),
    }));
    this.#end = isInTitle ? FIELD_START.tags : END;
  }

  /** May be called once for each article. */
  matches(document: number): boolean {
    let starts = -1;
    for (const { offset, cursors } of this.#words) {
      const count = this.#positionsOf(document, cursors);
      if (starts === -1) {
        for (let i = 0; i < count; i++) STARTS[i] = (POSITIONS[i] ?? 0) - offset;
        starts = count;
      } else starts = this.#keepContinued(starts, count, offset);
      if (starts === 0) return false;
    }
    return starts > 0;
  }

  #positionsOf(document: number, cursors: readonly PostingCursor[]): number {
    let count = 0;
    for (const cursor of cursors) {
      if (cursor.seek(document) !== document) continue;
      const more = cursor.positions(count === 0 ? POSITIONS : POSITIONS.subarray(count));
      // Positions ascend, so those of the title are the first.
      for (let i = 0; i < more && (POSITIONS[count] ?? END) < this.#end; i++) count++;
    }
    // Positions of one cursor are sorted; those of several stems of one word are not.
    if (cursors.length > 1) POSITIONS.subarray(0, count).sort();
    return count;
  }

  #keepContinued(starts: number, count: number, offset: number): number {
    let kept = 0;
    for (let i = 0, j = 0; i < starts && j < count; ) {
      const start = STARTS[i] ?? 0;
      const position = (POSITIONS[j] ?? 0) - offset;
      if (start === position) STARTS[kept++] = start;
      if (start <= position) i++;
      if (position <= start) j++;
    }
    return kept;
  }

  /** Lists the articles that match, for a phrase that is one of several alternatives. */
  list(limit = MAX_LISTED): ListCursor {
    const documents: number[] = [];
    const impacts: number[] = [];
    const [first, ...others] = this.#words;
    if (first === undefined) return new ListCursor([], []);
    const heads = first.cursors;
    const lowest = () => heads.reduce((lowest, { document }) => Math.min(lowest, document), END);
    for (const cursor of heads) cursor.seek(0);
    for (let document = lowest(); document !== END && documents.length < limit; document = lowest()) {
      const impact = Math.max(...heads.map(head => (head.document === document ? head.impact : 0)));
      const isPossible = others.every(({ cursors }) =>
        cursors.some(each => each.seek(document) === document),
      );
      if (isPossible && this.matches(document)) {
        documents.push(document);
        impacts.push(impact);
      }
      for (const cursor of heads) cursor.seek(document + 1);
    }
    return new ListCursor(documents, impacts);
  }
}

const MAX_POSITIONS = 1_024;
/** Buffers for the current article; shared, because matchers finish an article before the next. */
const STARTS = new Int32Array(MAX_POSITIONS);
const POSITIONS = new Int32Array(MAX_POSITIONS);
const MAX_LISTED = 50_000;

interface PhraseWord {
  readonly offset: number;
  readonly cursors: readonly PostingCursor[];
}
