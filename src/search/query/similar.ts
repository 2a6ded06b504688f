/**
 * SRCH-3, spelling: the words of a sorted list within two edits of a word: letters put in, left out, exchanged, or
 * two neighbours swapped. Words with the same beginning share their part of the work, and a beginning that is too
 * far away already is passed over with all that begins so.
 */
export function similarWords(
  words: SortedWords,
  word: string,
  most: number,
  range: Range,
  found: Visit,
): void {
  const target = Array.from(word, letter => letter.codePointAt(0) ?? 0);
  const width = target.length + 1;
  const rows = new Uint8Array((LONGEST + 2) * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  const letters = new Int32Array(LONGEST + 1);
  const read = new Int32Array(LONGEST + 1);
  let depth = 0;
  for (let index = range.from; index < range.to; ) {
    const length = words.lettersAt(index, read);
    let row = 0;
    while (row < depth && row < length && letters[row] === read[row]) row++;
    depth = row;
    let isFar = length > LONGEST;
    for (; row < length && !isFar; row++) {
      letters[row] = read[row] ?? 0;
      isFar = nextRow(rows, row, width, target, letters) > most;
      depth = row + 1;
    }
    if (isFar) {
      index = words.firstBehind(index, Math.min(depth || 1, length));
      depth = Math.max(0, depth - 1);
      continue;
    }
    const distance = rows[length * width + width - 1] ?? 0;
    if (distance <= most) found(words.textAt(index), index, distance);
    index++;
  }
}

/** How many edits lie between two words, without a bound. */
export function editsBetween(a: string, b: string): number {
  const target = Array.from(b, letter => letter.codePointAt(0) ?? 0);
  const letters = Int32Array.from(a, letter => letter.codePointAt(0) ?? 0);
  const width = target.length + 1;
  const rows = new Uint8Array((letters.length + 1) * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 0; row < letters.length; row++) nextRow(rows, row, width, target, letters);
  return rows[letters.length * width + width - 1] ?? 0;
}

/** Fills row + 1 from the two above; returns the least in it. */
function nextRow(
  rows: Uint8Array,
  row: number,
  width: number,
  target: readonly number[],
  letters: Int32Array,
): number {
  const [before, here] = [row * width, (row + 1) * width];
  const letter = letters[row] ?? 0;
  rows[here] = row + 1;
  let least = row + 1;
  for (let column = 1; column < width; column++) {
    const wanted = target[column - 1] ?? 0;
    let cost = (rows[before + column - 1] ?? 0) + (wanted === letter ? 0 : 1);
    cost = Math.min(cost, (rows[before + column] ?? 0) + 1, (rows[here + column - 1] ?? 0) + 1);
    if (row > 0 && column > 1 && wanted === letters[row - 1] && target[column - 2] === letter)
      cost = Math.min(cost, (rows[before - width + column - 2] ?? 0) + 1);
    rows[here + column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

const LONGEST = 40;

export interface SortedWords {
  textAt(index: number): string;
  /** Fills in the code points of a word; returns how many. */
  lettersAt(index: number, into: Int32Array): number;
  /** The first word behind this one that does not share so many of its first letters. */
  firstBehind(index: number, letters: number): number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export type Visit = (word: string, index: number, distance: number) => void;
