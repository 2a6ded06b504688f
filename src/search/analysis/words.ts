import { fold } from './fold.ts';

/**
 * The first `maxWords` folded words of a text. Scripts without blanks between words are split into pairs of
 * characters, so that any part of a run can be found.
 */
export function wordsOf(text: string, maxWords: number): TextWord[] {
  const words: TextWord[] = [];
  eachWord(text, maxWords, (raw, index) => words.push({ folded: foldedWord(raw), raw, index }));
  return words;
}

/** The words in their original spelling, for callers that fold only some of them. */
export function eachWord(text: string, maxWords: number, visit: VisitWord): void {
  // Twenty characters per word are generous, and a megabyte without a blank is not folded as a whole.
  const cut = text.length > maxWords * 20 ? text.slice(0, maxWords * 20) : text;
  scanWords(PLAIN.test(cut) ? cut : cut.normalize('NFKC'), maxWords, visit);
}

export function foldedWord(raw: string): string {
  return fold(raw.replace(ELISION, '').replace(APOSTROPHE, '')).slice(0, MAX_WORD_LENGTH);
}

/**
 * Equivalent to WORD. Regular expressions would take half of the time of indexing and of highlighting, so they read only the
 * words that are not ASCII: a text of ASCII words with typographic quotes is read like a plain one.
 */
function scanWords(text: string, maxWords: number, visit: VisitWord): void {
  let left = maxWords;
  for (let at = 0; at < text.length && left > 0; ) {
    const end = endOfPlainWord(text, at);
    if (end > at) {
      if (visit(text.slice(at, end), at) === false) return;
      left--;
      at = end;
    } else if (end === at) {
      at++;
    } else {
      const raw = wordAt(text, at);
      if (UNSPACED.test(raw)) left -= eachPair(raw, at, left, visit);
      else if (raw !== '') {
        if (visit(raw, at) === false) return;
        left--;
      }
      at += Math.max(1, raw.length);
    }
  }
}

/** The end of the ASCII word that begins here; `at` when none does, and -1 when it takes WORD to tell. */
function endOfPlainWord(text: string, at: number): number {
  let end = at;
  while (isLetterOrDigit(text.charCodeAt(end))) end++;
  if (end === at) return text.charCodeAt(at) < FIRST_NOT_ASCII ? at : -1;
  if (text.charCodeAt(end) === QUOTE) {
    const afterQuote = end + 1;
    let suffix = afterQuote;
    while (isLetter(text.charCodeAt(suffix))) suffix++;
    if (text.charCodeAt(suffix) >= FIRST_NOT_ASCII) return -1;
    return suffix - afterQuote >= 2 ? suffix : end;
  }
  return text.charCodeAt(end) >= FIRST_NOT_ASCII ? -1 : end;
}

/** Empty when no word begins here. */
function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0] ?? '';
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

function eachPair(run: string, index: number, maxPairs: number, visit: VisitWord): number {
  const characters = [...run];
  let at = index;
  let count = 0;
  for (let i = 0; i < characters.length && count < maxPairs; i++) {
    const pair = (characters[i] ?? '') + (characters[i + 1] ?? '');
    if (i === 0 || i + 1 < characters.length) {
      visit(pair, at);
      count++;
    }
    at += characters[i]?.length ?? 0;
  }
  return count;
}

/** `O'Neill` is one word; the `'s` after a name is not part of it. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/uy;
/** `l'économie`, `dell'arte`: the article is not part of the word. */
const ELISION = /^(?:[ldjmnstc]|qu|dell|nell|sull|dall|all|un)['’]/i;
const APOSTROPHE = /['’]/g;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\u0000-\u007f]*$/;
const MAX_WORD_LENGTH = 40;
const QUOTE = 39;
const FIRST_NOT_ASCII = 128;

/** Returning false ends the scan of a text, though perhaps only after a run without blanks. */
type VisitWord = (raw: string, index: number) => unknown;

export interface TextWord {
  readonly folded: string;
  readonly raw: string;
  /** Offset in the text, after NFKC normalisation. */
  readonly index: number;
}
