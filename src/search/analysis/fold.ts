/**
 * SRCH-3, normalise: one spelling for all forms of a character (Unicode NFKC), lower case, without accents. Marks
 * that carry the vowels of other scripts are part of the word and stay.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '');
  return folded.replace(LIGATURES, letter => SPELT_OUT[letter] ?? letter).normalize('NFC');
}

const PLAIN = /^[\u0000-\u007f]*$/;
/** In Latin, Greek and Cyrillic text. */
const ACCENTS = /[\u0300-\u036f]/g;
const LIGATURES = /[ßæœøłđıþð]/g;
const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 'th',
  ð: 'd',
};
