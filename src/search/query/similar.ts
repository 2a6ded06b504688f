import { bitCount } from '../../lib/bits.ts';

/**
 * SRCH-3, spelling: the words of a sorted list within two edits of a word: letters put in, left out, exchanged, or
 * two neighbours swapped. An edit changes how often at most two letters come, so words that differ in more letters than
 * that, which are nearly all, are passed over by a look at two numbers. Only the others are compared letter by letter.
 */
export function similarWords(
  words: SortedWords,
  word: string,
  most: number,
  range: Range,
  found: Visit,
): void {
  const target = Int32Array.from(word, letter => letter.codePointAt(0) ?? 0);
  const { lettersOf, lengths } = signaturesOf(words);
  const wanted = letterBits(target, target.length);
  const read = new Int32Array(LONGEST + 1);
  const rows = new Uint8Array((LONGEST + 2) * (target.length + 1));
  for (let index = range.from; index < range.to; index++) {
    const length = lengths[index] ?? 0;
    if (length > target.length + most || length < target.length - most) continue;
    if (length > LONGEST || bitCount((lettersOf[index] ?? 0) ^ wanted) > 2 * most) continue;
    words.lettersAt(index, read);
    const distance = editsUpTo(most, read, length, target, rows);
    if (distance <= most) found(words.textAt(index), index, distance);
  }
}

/** More than `most` when there are more. */
function editsUpTo(
  most: number,
  letters: Int32Array,
  length: number,
  target: Int32Array,
  rows: Uint8Array,
): number {
  const width = target.length + 1;
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 0; row < length; row++)
    if (nextRow(rows, row, width, target, letters) > most) return most + 1;
  return rows[length * width + width - 1] ?? 0;
}

/** A list of words never changes, so what is worked out for it is kept with it. */
function signaturesOf(words: SortedWords): Signatures {
  const known = SIGNATURES.get(words);
  if (known) return known;
  const [lettersOf, lengths] = [new Int32Array(words.size), new Uint8Array(words.size)];
  const read = new Int32Array(LONGEST + 1);
  for (let index = 0; index < words.size; index++) {
    const length = words.lettersAt(index, read);
    lengths[index] = length;
    lettersOf[index] = letterBits(read, length);
  }
  const signatures = { lettersOf, lengths };
  SIGNATURES.set(words, signatures);
  return signatures;
}

/** A bit for each letter that is there, and some for frequent ones that are there twice; some letters share a bit. */
function letterBits(letters: Int32Array, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const letter = letters[i] ?? 0;
    const bit = 1 << (letter & 31);
    bits |= (bits & bit) === 0 ? bit : (TWICE[letter] ?? 0);
  }
  return bits;
}

/** How many edits lie between two words, without a bound. */
export function editsBetween(a: string, b: string): number {
  const target = Int32Array.from(b, letter => letter.codePointAt(0) ?? 0);
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
  target: Int32Array,
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
/** Bits that letters of the alphabet leave free. */
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
  /** Fills in the code points of a word; returns how many. */
  lettersAt(index: number, into: Int32Array): number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export type Visit = (word: string, index: number, distance: number) => void;
