/** Folds a word for comparing names: without marks and case, and in Cyrillic without the case ending. */
export function foldWord(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  if (folded.size >= MAX_CACHED) folded.clear();
  const result = foldAnew(word.toLowerCase());
  folded.set(word, result);
  return result;
}

/** A cache: the same few thousand words recur. */
const folded = new Map<string, string>();
const MAX_CACHED = 50_000;

function foldAnew(lower: string): string {
  if (/^[a-z0-9]+$/.test(lower)) return lower;
  if (/\p{Script=Cyrillic}/u.test(lower)) return stemOf(lower.replaceAll('ё', 'е'));
  return fold(lower);
}

/** The name as a slug: folded words joined by hyphens. */
export function slugOf(name: string): string {
  const lower = name.toLowerCase();
  // The fast path for names of plain words; the result is the same.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(lower)) return lower.replaceAll(' ', '-');
  return fold(lower)
    .replace(/['’ʼ.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function fold(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'’ʼ]/g, '')
    .replace(/[łøđıßæœ]/g, letter => LETTERS[letter] ?? letter);
}

const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** Москва, Москвы and Москве share a stem, which has at least three letters. */
function stemOf(word: string): string {
  for (const ending of ENDINGS) {
    if (word.length - ending.length >= 3 && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

/** Longest first. Endings in -ов and -ев are not cut, because they belong to names. */
const ENDINGS =
  'ыми ими ого его ому ему ами ями ой ей ом ем ым им ую юю ая яя ые ие ый ий ых их ах ях ам ям а я о е и ы у ю й ь'.split(
    ' ',
  );
