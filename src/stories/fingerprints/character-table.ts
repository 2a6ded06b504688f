/**
 * The class and folded form of each UTF-16 code unit, as tables instead of patterns. Copies of a text differ in
 * case, lost accents, composed or decomposed letters, the width of digits and invisible marks; folding removes these
 * differences.
 */
const SEPARATOR = 0;
export const LETTER = 1;
/** A character of a script without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const UNSPACED = 2;
/** Ignored within words: combining accents, vowel points, soft hyphens, joiners. */
export const SILENT = 3;

export interface Characters {
  readonly kind: Uint8Array;
  /** The code unit that represents this one and its variants. */
  readonly folded: Uint16Array;
}

/** Built on first use: 65,536 entries take 50 ms and 192 KiB. */
export function characters(): Characters {
  made ??= makeTables();
  return made;
}

let made: Characters | undefined;

function makeTables(): Characters {
  const kind = new Uint8Array(65_536);
  const folded = new Uint16Array(65_536);
  for (let unit = 0; unit < 65_536; unit++) {
    kind[unit] = kindOf(unit);
    folded[unit] = kind[unit] === LETTER || kind[unit] === UNSPACED ? foldedUnit(unit) : 0;
  }
  return { kind, folded };
}

function kindOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return kindOfSurrogate(unit);
  const character = String.fromCharCode(unit);
  if (SILENT_MARK.test(character)) return SILENT;
  if (UNSPACED_SCRIPT.test(character)) return UNSPACED;
  return WORD.test(character) ? LETTER : SEPARATOR;
}

/**
 * A surrogate. The first half identifies the script well enough: rare Chinese characters, emoji (which publishers
 * add and drop), or a rare alphabet. The second half follows the first, see word-hashes.ts.
 */
function kindOfSurrogate(unit: number): number {
  if (unit >= 0xdc00) return LETTER;
  if (unit >= 0xd840 && unit <= 0xd88f) return UNSPACED;
  return unit >= 0xd83c && unit <= 0xd83e ? SEPARATOR : LETTER;
}

/** Lower case without accents and compatibility forms, when that leaves one code unit. */
function foldedUnit(unit: number): number {
  const plain = String.fromCharCode(unit)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '');
  return plain.length === 1 ? plain.charCodeAt(0) : unit;
}

const WORD = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/u;
const ACCENTS = /[\u0300-\u036f\u3099\u309a]/g;
const SILENT_MARK =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u3099\u309a\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/;
