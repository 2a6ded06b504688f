import { FIELD_START, KIND } from '../../../analysis/terms.ts';
import type { Phrase } from '../../../query/plan.ts';
import type { PostingCursor } from '../segment/posting-cursor.ts';
import { END } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { ListCursor } from './cursors.ts';

/** Says of articles, in ascending order, whether the words of a phrase stand one behind the other there. */
export class PhraseMatcher {
  readonly #places: readonly Place[];
  readonly #end: number;

  constructor(segment: Segment, { places, isInTitle }: Phrase) {
    this.#places = places.map(({ offset, stems }) => ({
      offset,
      cursors: stems.flatMap(stem => {
        const number = segment.termNumber(KIND.word + stem);
        return number === -1 ? [] : [segment.cursor(number)];
      }),
    }));
    this.#end = isInTitle ? FIELD_START.tags : END;
  }

  /** Each article may be asked for once. */
  isIn(document: number): boolean {
    let starts = -1;
    for (const { offset, cursors } of this.#places) {
      const count = this.#positionsOf(document, cursors);
      if (starts === -1) {
        for (let i = 0; i < count; i++) STARTS[i] = (POSITIONS[i] ?? 0) - offset;
        starts = count;
      } else starts = this.#keep(starts, count, offset);
      if (starts === 0) return false;
    }
    return starts > 0;
  }

  #positionsOf(document: number, cursors: readonly PostingCursor[]): number {
    let count = 0;
    for (const cursor of cursors) {
      if (cursor.seek(document) !== document) continue;
      const more = cursor.positions(count === 0 ? POSITIONS : POSITIONS.subarray(count));
      // They ascend, so those of the title are the first.
      for (let i = 0; i < more && (POSITIONS[count] ?? END) < this.#end; i++) count++;
    }
    // Positions of one cursor are in order, those of several stems of one word are not.
    if (cursors.length > 1) POSITIONS.subarray(0, count).sort();
    return count;
  }

  #keep(starts: number, count: number, offset: number): number {
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

  /** All articles in which it stands, for phrases that are one of several alternatives. */
  all(most = MOST_LISTED): ListCursor {
    const documents: number[] = [];
    const impacts: number[] = [];
    const [first, ...others] = this.#places;
    if (first === undefined) return new ListCursor([], []);
    const heads = first.cursors;
    const least = () => heads.reduce((least, { document }) => Math.min(least, document), END);
    for (const cursor of heads) cursor.seek(0);
    for (let document = least(); document !== END && documents.length < most; document = least()) {
      const impact = Math.max(...heads.map(head => (head.document === document ? head.impact : 0)));
      const isPossible = others.every(({ cursors }) =>
        cursors.some(each => each.seek(document) === document),
      );
      if (isPossible && this.isIn(document)) {
        documents.push(document);
        impacts.push(impact);
      }
      for (const cursor of heads) cursor.seek(document + 1);
    }
    return new ListCursor(documents, impacts);
  }
}

const MOST_POSITIONS = 1_024;
/** Of the article at hand: each is done with before the next. */
const STARTS = new Int32Array(MOST_POSITIONS);
const POSITIONS = new Int32Array(MOST_POSITIONS);
const MOST_LISTED = 50_000;

interface Place {
  readonly offset: number;
  readonly cursors: readonly PostingCursor[];
}
