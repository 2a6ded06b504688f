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
  if (PLAIN.test(cut)) eachPlainWord(cut, maxWords, visit);
  else eachWrittenWord(cut.normalize('NFKC'), maxWords, visit);
}

export function foldedWord(raw: string): string {
  return fold(raw.replace(ELISION, '').replace(APOSTROPHE, '')).slice(0, MAX_WORD_LENGTH);
}

/** Equivalent to WORD for ASCII. Regular expressions would take half of the indexing time. */
function eachPlainWord(text: string, maxWords: number, visit: VisitWord): void {
  let left = maxWords;
  for (let at = 0; at < text.length && left > 0; ) {
    if (!isLetterOrDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const from = at;
    while (isLetterOrDigit(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === QUOTE) {
      let end = at + 1;
      while (isLetter(text.charCodeAt(end))) end++;
      if (end - at > 2) at = end;
    }
    visit(text.slice(from, at), from);
    left--;
  }
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

function eachWrittenWord(text: string, maxWords: number, visit: VisitWord): void {
  let left = maxWords;
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found && left > 0; found = WORD.exec(text)) {
    const [raw] = found;
    const { index } = found;
    if (UNSPACED.test(raw)) left -= eachPair(raw, index, left, visit);
    else {
      visit(raw, index);
      left--;
    }
  }
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
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/gu;
/** `l'économie`, `dell'arte`: the article is not part of the word. */
const ELISION = /^(?:[ldjmnstc]|qu|dell|nell|sull|dall|all|un)['’]/i;
const APOSTROPHE = /['’]/g;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\u0000-\u007f]*$/;
const MAX_WORD_LENGTH = 40;
const QUOTE = 39;

type VisitWord = (raw: string, index: number) => void;

export interface TextWord {
  readonly folded: string;
  readonly raw: string;
  /** Offset in the text, after NFKC normalisation. */
  readonly index: number;
}
