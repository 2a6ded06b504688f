/**
 * The folded form of each UTF-16 code unit, as tables instead of `normalize` and patterns for every text. Marks are
 * removed and compatibility forms become plain (NFKD without \p{M}); neither depends on neighbours, so folding unit
 * by unit equals folding the text.
 */
export interface FoldedUnits {
  /** Folded without changing case: NOTHING, a unit, or SEVERAL. */
  readonly plain: Uint16Array;
  /** Folded to lower case: NOTHING, the unit of a letter or number, BLANK for anything else, or SEVERAL. */
  readonly lowered: Uint16Array;
  /** The flags LETTER, NUMBER and UNSPACED; 0 for surrogates. */
  readonly kind: Uint8Array;
}

/** Removed: an accent, a vowel point. */
export const NOTHING = 0;
export const BLANK = 0x20;
/**
 * More than one unit, a surrogate, or a form that depends on neighbours: `plainCharacter` and `lowerCharacter` fold
 * these.
 */
export const SEVERAL = 0xffff;
/** Its lower-case form differs at the end of a word. */
export const SIGMA = 0x3a3;

export const LETTER = 1;
export const NUMBER = 2;
/** Of a script without spaces between words. */
export const UNSPACED = 4;

/** Built on first use: 60 ms and 320 KiB. */
export function foldedUnits(): FoldedUnits {
  made ??= makeTables();
  return made;
}

let made: FoldedUnits | undefined;

/** The whole character at an index, one unit or two, cut at `end`. */
export function characterAt(text: string, at: number, end: number): string {
  const pair = text.slice(at, Math.min(end, at + 2));
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.charAt(0);
}

export function plainCharacter(character: string): string {
  return character.normalize('NFKD').replace(MARKS, '');
}

/** Also folds a whole text, which is needed where it has a SIGMA. */
export function lowerCharacter(character: string): string {
  return character.normalize('NFKD').toLowerCase().replace(MARKS, '');
}

/** The flags of a character, which may be two units. */
export function kindOf(character: string): number {
  return (
    (IS_LETTER.test(character) ? LETTER : 0) |
    (IS_NUMBER.test(character) ? NUMBER : 0) |
    (IS_UNSPACED.test(character) ? UNSPACED : 0)
  );
}

function makeTables(): FoldedUnits {
  const plain = new Uint16Array(0x10000).fill(SEVERAL);
  const lowered = new Uint16Array(0x10000).fill(SEVERAL);
  const kind = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    if (isHalf(unit)) continue;
    const character = String.fromCharCode(unit);
    kind[unit] = kindOf(character);
    plain[unit] = single(plainCharacter(character));
    const lower = lowerCharacter(character);
    lowered[unit] = IN_WORDS.test(lower) ? single(lower) : lower === '' ? NOTHING : BLANK;
  }
  // NUL equals NOTHING, which would join its neighbours.
  plain[0] = BLANK;
  lowered[SIGMA] = SEVERAL;
  return { plain, lowered, kind };
}

function single(folded: string): number {
  return folded.length > 1 ? SEVERAL : folded === '' ? NOTHING : folded.charCodeAt(0);
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

const MARKS = /\p{M}+/gu;
const IS_LETTER = /^\p{L}/u;
const IS_NUMBER = /^\p{N}/u;
const IN_WORDS = /[\p{L}\p{N}]/u;
const IS_UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
