/**
 * The words of a text in lower case without accents, at most `most` of them. Scripts that are written without
 * spaces come as one long word each run, which is all that keywords need.
 */
export function wordsOf(text: string, most: number): string[] {
  const words: string[] = [];
  // Fifteen characters a word is generous, and keeps a megabyte without a space from being folded whole.
  const folded = foldedOf(text.slice(0, most * 15 + 100));
  WORD.lastIndex = 0;
  for (let found = WORD.exec(folded); found !== null && words.length < most; found = WORD.exec(folded))
    words.push(found[0].slice(0, LONGEST));
  return words;
}

function foldedOf(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Ornamental letters have no lower case of their own, so they become plain ones first.
  return text.normalize('NFKD').toLowerCase().replace(MARKS, '');
}

const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
/** Latin text with common punctuation folds to itself. */
const PLAIN = /^[\u0000-\u007f\u2010-\u201f]*$/;
const LONGEST = 40;
