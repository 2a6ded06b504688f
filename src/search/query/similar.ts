import { bitCount } from '../../lib/bits.ts';

/**
 * SRCH-3, spelling: the words of a sorted list within two edits of a word: letters inserted, deleted or replaced, or
 * two neighbours swapped. One edit changes the counts of at most two letters, so comparing two bit signatures rules
 * out almost all words. Only the others are compared letter by letter.
 */
export function similarWords(
  words: SortedWords,
  word: string,
  maxEdits: number,
  range: IndexRange,
  found: VisitSimilar,
): void {
  const target = Int32Array.from(word, letter => letter.codePointAt(0) ?? 0);
  const { lettersOf, lengths } = signaturesOf(words);
  const targetBits = letterBits(target, target.length);
  const read = new Int32Array(MAX_WORD_LENGTH + 1);
  const rows = new Uint8Array((MAX_WORD_LENGTH + 2) * (target.length + 1));
  for (let index = range.from; index < range.to; index++) {
    const length = lengths[index] ?? 0;
    if (length > target.length + maxEdits || length < target.length - maxEdits) continue;
    if (length > MAX_WORD_LENGTH || bitCount((lettersOf[index] ?? 0) ^ targetBits) > 2 * maxEdits) continue;
    words.lettersAt(index, read);
    const distance = editsUpTo(maxEdits, read, length, target, rows);
    if (distance <= maxEdits) found(words.textAt(index), index, distance);
  }
}

/** More than `maxEdits` when the distance exceeds it. */
function editsUpTo(
  maxEdits: number,
  letters: Int32Array,
  length: number,
  target: Int32Array,
  rows: Uint8Array,
): number {
  const width = target.length + 1;
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 0; row < length; row++)
    if (nextRow(rows, row, width, target, letters) > maxEdits) return maxEdits + 1;
  return rows[length * width + width - 1] ?? 0;
}

/** Lists of words are immutable, so their signatures are cached. */
function signaturesOf(words: SortedWords): Signatures {
  const known = SIGNATURES.get(words);
  if (known) return known;
  const [lettersOf, lengths] = [new Int32Array(words.size), new Uint8Array(words.size)];
  const read = new Int32Array(MAX_WORD_LENGTH + 1);
  for (let index = 0; index < words.size; index++) {
    const length = words.lettersAt(index, read);
    lengths[index] = length;
    lettersOf[index] = letterBits(read, length);
  }
  const signatures = { lettersOf, lengths };
  SIGNATURES.set(words, signatures);
  return signatures;
}

/** A bit for each letter that occurs, and some for frequent letters that occur twice; some letters share a bit. */
function letterBits(letters: Int32Array, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const letter = letters[i] ?? 0;
    const bit = 1 << (letter & 31);
    bits |= (bits & bit) === 0 ? bit : (TWICE[letter] ?? 0);
  }
  return bits;
}

/** The edit distance of two words, without a limit. */
export function editsBetween(a: string, b: string): number {
  const target = Int32Array.from(b, letter => letter.codePointAt(0) ?? 0);
  const letters = Int32Array.from(a, letter => letter.codePointAt(0) ?? 0);
  const width = target.length + 1;
  const rows = new Uint8Array((letters.length + 1) * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 0; row < letters.length; row++) nextRow(rows, row, width, target, letters);
  return rows[letters.length * width + width - 1] ?? 0;
}

/** Fills row + 1 from the two above; returns its minimum. */
function nextRow(
  rows: Uint8Array,
  row: number,
  width: number,
  target: Int32Array,
  letters: Int32Array,
): number {
  const [before, here] = [row * width, (row + 1) * width];
  const letter = letters[row] ?? 0;
  rows[here] = row + 1;
  let lowest = row + 1;
  for (let column = 1; column < width; column++) {
    const wanted = target[column - 1] ?? 0;
    let cost = (rows[before + column - 1] ?? 0) + (wanted === letter ? 0 : 1);
    cost = Math.min(cost, (rows[before + column] ?? 0) + 1, (rows[here + column - 1] ?? 0) + 1);
    if (row > 0 && column > 1 && wanted === letters[row - 1] && target[column - 2] === letter)
      cost = Math.min(cost, (rows[before - width + column - 2] ?? 0) + 1);
    rows[here + column] = cost;
    if (cost < lowest) lowest = cost;
  }
  return lowest;
}

const MAX_WORD_LENGTH = 40;
/** Bits that the letters of the alphabet leave free. */
const TWICE = Object.assign(new Int32Array(128), {
  [codeOf('e')]: 1,
  [codeOf('a')]: 1 << 27,
  [codeOf('i')]: 1 << 28,
  [codeOf('o')]: 1 << 29,
  [codeOf('n')]: 1 << 30,
  [codeOf('r')]: 1 << 31,
});
const SIGNATURES = new WeakMap<SortedWords, Signatures>();

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}

interface Signatures {
  readonly lettersOf: Int32Array;
  readonly lengths: Uint8Array;
}

export interface SortedWords {
  readonly size: number;
  textAt(index: number): string;
  /** Writes the code points of a word to `into` and returns their number. */
  lettersAt(index: number, into: Int32Array): number;
}

export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

export type VisitSimilar = (word: string, index: number, distance: number) => void;
