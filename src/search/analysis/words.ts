import { fold } from './fold.ts';

/**
 * The folded words of a text in their order, at most `most`. Scripts without blanks between words are cut into
 * pairs of characters, so that any part of a run of them can be found.
 */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = [];
  eachWord(text, most, (raw, index) => words.push({ folded: foldedWord(raw), raw, index }));
  return words;
}

/** The same words as they are written; what folding each of them would cost is left to who needs it. */
export function eachWord(text: string, most: number, visit: Visit): void {
  // Twenty characters a word is generous, and keeps a megabyte without a blank from being folded whole.
  const cut = text.length > most * 20 ? text.slice(0, most * 20) : text;
  if (PLAIN.test(cut)) eachPlainWord(cut, most, visit);
  else eachWrittenWord(cut.normalize('NFKC'), most, visit);
}

export function foldedWord(raw: string): string {
  return fold(raw.replace(ELISION, '').replace(APOSTROPHE, '')).slice(0, LONGEST);
}

/** What WORD finds in ASCII, without the matching of patterns that is half of the time of indexing. */
function eachPlainWord(text: string, most: number, visit: Visit): void {
  let left = most;
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

function eachWrittenWord(text: string, most: number, visit: Visit): void {
  let left = most;
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

function eachPair(run: string, index: number, most: number, visit: Visit): number {
  const characters = [...run];
  let at = index;
  let count = 0;
  for (let i = 0; i < characters.length && count < most; i++) {
    const pair = (characters[i] ?? '') + (characters[i + 1] ?? '');
    if (i === 0 || i + 1 < characters.length) {
      visit(pair, at);
      count++;
    }
    at += characters[i]?.length ?? 0;
  }
  return count;
}

/** `O'Neill` is one word; the `'s` behind a name is none. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/gu;
/** `l'économie`, `dell'arte`: the article is no part of the word. */
const ELISION = /^(?:[ldjmnstc]|qu|dell|nell|sull|dall|all|un)['’]/i;
const APOSTROPHE = /['’]/g;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\u0000-\u007f]*$/;
const LONGEST = 40;
const QUOTE = 39;

type Visit = (raw: string, index: number) => void;

export interface Word {
  readonly folded: string;
  readonly raw: string;
  /** Where it stands in the text; for texts that are changed by NFKC, in the text as it is then. */
  readonly index: number;
}
