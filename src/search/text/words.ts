import { fold } from './fold.ts';

/**
 * The folded words of a text in their order, at most `most`. Scripts without blanks between words are cut into
 * pairs of characters, so that any part of a run of them can be found.
 */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = [];
  // Twenty characters a word is generous, and keeps a megabyte without a blank from being folded whole.
  const cut = text.length > most * 20 ? text.slice(0, most * 20) : text;
  const composed = PLAIN.test(cut) ? cut : cut.normalize('NFKC');
  WORD.lastIndex = 0;
  for (let found = WORD.exec(composed); found && words.length < most; found = WORD.exec(composed)) {
    const [raw] = found;
    const { index } = found;
    if (UNSPACED.test(raw)) pairsOf(raw, index, words, most);
    else
      words.push({
        folded: fold(raw.replace(ELISION, '').replace(APOSTROPHE, '')).slice(0, LONGEST),
        raw,
        index,
      });
  }
  return words;
}

function pairsOf(run: string, index: number, words: Word[], most: number): void {
  const characters = [...run];
  let at = index;
  for (let i = 0; i < characters.length && words.length < most; i++) {
    const pair = (characters[i] ?? '') + (characters[i + 1] ?? '');
    if (i === 0 || i + 1 < characters.length) words.push({ folded: fold(pair), raw: pair, index: at });
    at += characters[i]?.length ?? 0;
  }
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

export interface Word {
  readonly folded: string;
  readonly raw: string;
  /** Where it stands in the text; for texts that are changed by NFKC, in the text as it is then. */
  readonly index: number;
}
