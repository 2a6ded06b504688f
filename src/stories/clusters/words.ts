import { hasBackground } from './background.ts';

/**
 * Words as clustering compares them: folded, without the commonest English words, with plural endings cut, so
 * that "Banks'" and "bank" are one word. Scripts that write no spaces give pairs of neighbouring characters.
 */
export function clusterWords(text: string, language: string): Word[] {
  const words: Word[] = [];
  let sentenceStart = true;
  for (const match of fold(text).matchAll(PIECES)) {
    const piece = match[0];
    if (piece.length === 1 && ENDS.has(piece)) sentenceStart = true;
    else {
      if (UNSPACED.test(piece)) addPairs(piece, words);
      else addWord(piece, language, sentenceStart, words);
      sentenceStart = false;
    }
  }
  return words;
}

/** Marks fall away (é is e) and the many apostrophes become one; capitals stay, since they tell names. */
function fold(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS, '').replace(APOSTROPHES, "'");
  // Initials are one word: U.S. is us, J.P. is jp. Only then are full stops ends of sentences.
  return plain.includes('.') ? plain.replace(INITIALS, dotless) : plain;
}

function dotless(initials: string): string {
  return initials.replaceAll('.', '');
}

function addWord(piece: string, language: string, sentenceStart: boolean, words: Word[]): void {
  const english = language === 'en';
  const apostrophe = piece.indexOf("'");
  // O'Brien and d'Estaing keep what follows; Trump's and won't lose it.
  const bare =
    apostrophe < 0 ? piece : apostrophe === 1 ? piece.replaceAll("'", '') : piece.slice(0, apostrophe);
  const lower = bare.toLowerCase();
  if ((lower.length < 2 && !isDigit(lower)) || lower.length > LONGEST) return;
  if (COMMON.has(lower) && (english || lower.length > 3)) return;
  // Where nothing tells which words are common, the shortest ones are: articles, prepositions, pronouns.
  if (!hasBackground(language) && lower.length <= 3 && !isDigit(lower) && !isCapital(piece)) return;
  const word = english ? singular(lower) : lower;
  words.push({ word, name: !sentenceStart && isCapital(piece) });
}

function addPairs(piece: string, words: Word[]): void {
  if (piece.length === 1) words.push({ word: piece, name: false });
  for (let at = 0; at + 1 < piece.length; at++) words.push({ word: piece.slice(at, at + 2), name: false });
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
}

function isCapital(piece: string): boolean {
  const first = piece.charCodeAt(0);
  if (first < 128) return first >= 65 && first <= 90;
  return piece[0] !== piece[0]?.toLowerCase();
}

function isDigit(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 48 && first <= 57;
}

const LONGEST = 40;
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const APOSTROPHES = /[‘’ʼ`´]/g;
const INITIALS = /\b(?:\p{L}\.){2,}/gu;
const ENDS: ReadonlySet<string> = new Set(['.', '!', '?', ':', '\n', '"', '“', '”', '。']);
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+(?:'\p{L}+)*|[.!?:\n"“”。]/gu;
const COMMON: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is it ' +
    'its just may more most new no not of on or our out over own said says say she so some such than that the ' +
    'their them then there these they this to up was we were what when where which who why will with would you ' +
    'your after about against all also amid among any because before being between both could down during each ' +
    'even first get got here him like make many me might much must my now off one only other per same should ' +
    'since still those through too two under until very via want way well while whom within without yet don'
  ).split(' '),
);

export interface Word {
  readonly word: string;
  /** Written with a capital where a sentence does not ask for one. */
  readonly name: boolean;
}
