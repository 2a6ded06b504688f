/**
 * What each UTF-16 code unit becomes when a text is folded, looked up instead of asked of `normalize` and patterns for
 * every text. Marks fall away and compatibility forms become plain (NFKD without \p{M}); neither hangs on the
 * neighbours of a character, so one unit at a time comes to the same as the whole text.
 */
export interface FoldedUnits {
  /** As it is written otherwise: capitals stay. NOTHING, the unit, or SEVERAL. */
  readonly plain: Uint16Array;
  /** In lower case: NOTHING, the unit of a letter or number, BLANK for everything else, or SEVERAL. */
  readonly lowered: Uint16Array;
  /** LETTER, NUMBER and UNSPACED, added up; 0 for halves of characters. */
  readonly kind: Uint8Array;
}

/** Says nothing by itself: an accent, a vowel point. */
export const NOTHING = 0;
export const BLANK = 0x20;
/** More than one unit, half a character, or what hangs on its neighbours: `plainCharacter` and `lowerCharacter` know. */
export const SEVERAL = 0xffff;
/** Its small form is another one at the end of a word. */
export const SIGMA = 0x3a3;

export const LETTER = 1;
export const NUMBER = 2;
/** Of a script that puts no blanks between words. */
export const UNSPACED = 4;

/** Made once, at the first use: some 60 ms and 320 KiB. */
export function foldedUnits(): FoldedUnits {
  made ??= makeTables();
  return made;
}

let made: FoldedUnits | undefined;

/** The whole character at a place: one unit or two. What stands from `end` on is not there. */
export function characterAt(text: string, at: number, end: number): string {
  const pair = text.slice(at, Math.min(end, at + 2));
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.charAt(0);
}

export function plainCharacter(character: string): string {
  return character.normalize('NFKD').replace(MARKS, '');
}

/** Also of a whole text, which is needed where there is a SIGMA. */
export function lowerCharacter(character: string): string {
  return character.normalize('NFKD').toLowerCase().replace(MARKS, '');
}

/** Of a whole character, which may be two units. */
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
  // A NUL would be taken for NOTHING, which joins what stands around it.
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
