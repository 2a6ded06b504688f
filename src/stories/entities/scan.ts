import {
  APOSTROPHE,
  CLASS_OF,
  DIGIT,
  DOT,
  HYPHEN,
  LOWER,
  QUOTE,
  SPACE,
  STOP,
  UPPER,
} from './character-classes.ts';

/** How a word relates to the one before. */
export const JOINED = 0;
const APART = 1;
export const NEW_SENTENCE = 2;

/**
 * The words of a text, with what is needed to find names. Hyphens separate joined words, so "Port-au-Prince" and
 * "Port au Prince" are the same three words; the dots of "U.S." and the possessive of "Bolivia's" belong to no word.
 */
export function scan(text: string): ScannedWords {
  const words: ScannedWord[] = [];
  const length = text.length;
  let gap = NEW_SENTENCE;
  let at = 0;
  while (at < length) {
    const kind = CLASS_OF[text.charCodeAt(at)] ?? 0;
    if (kind === UPPER || kind === LOWER || kind === DIGIT) {
      const word = readWord(text, at, gap, kind);
      words.push(word);
      at = word.next;
      gap = word.isAbbreviation && CLASS_OF[text.charCodeAt(at)] === DOT ? skipDot() : JOINED;
    } else {
      gap = Math.max(gap, gapOf(text, at, kind, words.length > 0));
      at++;
    }
  }
  return words;

  function skipDot(): number {
    at++;
    return JOINED;
  }
}

function readWord(text: string, start: number, gap: number, first: number): ScannedWord {
  let end = start + 1;
  let isUpper = first === UPPER;
  let hasDots = false;
  for (; end < text.length; end++) {
    const kind = CLASS_OF[text.charCodeAt(end)] ?? 0;
    if (kind === LOWER) isUpper = false;
    else if (kind === DOT && isUpper && isInitialAt(text, end)) {
      // "U.S." continues after its dots; "J. Smith" ends at the first.
      if (CLASS_OF[text.charCodeAt(end + 1)] !== UPPER && !hasDots) break;
      hasDots = true;
    } else if (kind === APOSTROPHE && joinsAt(text, start, end)) isUpper = false;
    else if (kind !== UPPER && kind !== DIGIT && !(text[end] === '&' && isUpper)) break;
  }
  const next = possessiveEnd(text, end);
  const isCapital = first === UPPER;
  const isAbbreviation =
    isCapital && (end - start === 1 || (end - start <= 4 && ABBREVIATIONS.has(text.slice(start, end))));
  return { start, end, next, gap, isCapital, isUpper: isUpper && end - start > 1, isAbbreviation };
}

function isInitialAt(text: string, dot: number): boolean {
  return (
    CLASS_OF[text.charCodeAt(dot - 1)] === UPPER && (dot < 2 || CLASS_OF[text.charCodeAt(dot - 2)] !== UPPER)
  );
}

/** "O'Brien" and "don't" are one word; "l'Italie" and "Italy's" are not. */
function joinsAt(text: string, start: number, at: number): boolean {
  const next = CLASS_OF[text.charCodeAt(at + 1)];
  if (next === UPPER) return at - start === 1 && CLASS_OF[text.charCodeAt(start)] === UPPER;
  if (next !== LOWER) return false;
  return /^(?:t|re|ve|ll|d|m)\b/.test(text.slice(at + 1, at + 4));
}

function possessiveEnd(text: string, end: number): number {
  if (CLASS_OF[text.charCodeAt(end)] !== APOSTROPHE) return end;
  const letter = text[end + 1];
  if (letter !== 's' && letter !== 'S') return end;
  const after = CLASS_OF[text.charCodeAt(end + 2)] ?? 0;
  return after === LOWER || after === UPPER ? end : end + 2;
}

function gapOf(text: string, at: number, kind: number, hasWords: boolean): number {
  if (kind === SPACE) return JOINED;
  if (kind === HYPHEN) return isLetterAt(text, at + 1) && isLetterAt(text, at - 1) ? JOINED : APART;
  if (kind === STOP || kind === DOT) return NEW_SENTENCE;
  if (kind === QUOTE) return text[at] === '(' ? APART : NEW_SENTENCE;
  if (text[at] === '&' && hasWords) return JOINED;
  return APART;
}

function isLetterAt(text: string, at: number): boolean {
  const kind = CLASS_OF[text.charCodeAt(at)] ?? 0;
  return kind === LOWER || kind === UPPER || kind === DIGIT;
}

/** A dot after these does not end a sentence. */
const ABBREVIATIONS = new Set(
  'Mr Mrs Ms Dr Prof Gen Sen Rep Gov St Sgt Lt Col Capt Rev Jr Sr Hr Fr Sra Srta Mme Mlle Bros'.split(' '),
);

export interface ScannedWord {
  readonly start: number;
  readonly end: number;
  /** Where scanning continues: after a possessive. */
  readonly next: number;
  readonly gap: number;
  readonly isCapital: boolean;
  /** All capitals, at least two. */
  readonly isUpper: boolean;
  readonly isAbbreviation: boolean;
}
export type ScannedWords = readonly ScannedWord[];
