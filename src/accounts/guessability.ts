import { COMMON_WORDS } from './common-words.ts';

/**
 * Estimates the bits of a password against a guesser who tries popular choices first: common words and names in any
 * case, in leet, reversed; years, sequences, repeats and keyboard walks; and combinations of these. Dynamic programming
 * over the positions finds the cheapest split into such parts; the estimate is the sum of their costs. `known` lists
 * words that belong to this person or site, which a guesser knows too.
 */
export function bitsToGuess(password: string, known: readonly string[]): number {
  const unit = repeatedUnit(singleUnits(password));
  const spellings = [unit, ...LEET.map(letters => [...unit].map(c => letters[c] ?? c).join(''))];
  const own = withReversed(known.map(word => word.toLowerCase()));
  const cheapest = [0, ...Array<number>(unit.length).fill(Number.POSITIVE_INFINITY)];
  for (let from = 0; from < unit.length; from++) {
    for (const { length, bits } of partsAt(spellings, from, own)) {
      const total = (cheapest[from] ?? 0) + bits;
      if (total < (cheapest[from + length] ?? 0)) cheapest[from + length] = total;
    }
  }
  return cheapest[unit.length] ?? 0;
}

/** Whether the whole password is one repeat, one sequence or one keyboard walk. */
export function isOnePattern(password: string): boolean {
  const text = singleUnits(password);
  const unit = repeatedUnit(text);
  if (unit.length <= 4 && text.length >= 2 * unit.length) return true;
  return [runOf(unit, 0, isStep), runOf(unit, 0, isNeighbour)].some(length => length === unit.length);
}

/** Lower case, with one UTF-16 unit per character, so that it can be split anywhere. */
function singleUnits(password: string): string {
  const characters = [...password.toLowerCase()];
  const wide = new Map(
    characters.filter(c => c.length > 1).map((c, n) => [c, String.fromCharCode(0xe000 + n)]),
  );
  return characters.map(character => wide.get(character) ?? character).join('');
}

/** `abcabcabc` scores no more than `abc`. */
function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size++) {
    if (text.slice(size) === text.slice(0, -size)) return text.slice(0, size);
  }
  return text;
}

function* partsAt(
  spellings: readonly string[],
  from: number,
  own: ReadonlySet<string>,
): Iterable<PasswordPart> {
  const [text = ''] = spellings;
  yield { length: 1, bits: costOf(text.charAt(from)) };
  yield* runs(text, from);
  yield* dates(text, from);
  for (let length = 3; length <= Math.min(MAX_WORD_LENGTH, text.length - from); length++) {
    const words = spellings.map(spelling => spelling.slice(from, from + length));
    if (words.some(word => own.has(word))) yield { length, bits: OWN_WORD };
    else if (words.some(word => COMMON.has(word))) yield { length, bits: COMMON_WORD };
  }
}

function withReversed(words: Iterable<string>): ReadonlySet<string> {
  return new Set([...words].flatMap(word => [word, [...word].toReversed().join('')]));
}

function* runs(text: string, from: number): Iterable<PasswordPart> {
  const counting = runOf(text, from, isStep);
  if (counting >= 3) yield { length: counting, bits: 5 };
  const repeat = runOf(text, from, (a, b) => a === b);
  if (repeat >= 3) yield { length: repeat, bits: 6 };
  const walk = runOf(text, from, isNeighbour);
  if (walk >= 3) yield { length: walk, bits: 5 + walk / 3 };
}

/** Years of living people, and whole dates in digits. */
function* dates(text: string, from: number): Iterable<PasswordPart> {
  const ahead = text.slice(from, from + 8);
  if (/^(19|20)\d\d/.test(ahead)) yield { length: 4, bits: 7 };
  if (/^([0-3]\d[01]\d|[01]\d[0-3]\d)(19|20)\d\d|^(19|20)\d\d[01]\d[0-3]\d/.test(ahead)) {
    yield { length: 8, bits: 16 };
  }
}

/** The length of the run that starts at `from`. */
function runOf(text: string, from: number, follows: (a: string, b: string) => boolean): number {
  let end = from + 1;
  while (end < text.length && follows(text.charAt(end - 1), text.charAt(end))) end++;
  return end - from;
}

/** Up or down by one, through letters or digits, from 9 on to 0. */
function isStep(a: string, b: string): boolean {
  const bothAlike = (/\d/.test(a) && /\d/.test(b)) || (/[a-z]/.test(a) && /[a-z]/.test(b));
  const distance = (b.codePointAt(0) ?? 0) - (a.codePointAt(0) ?? 0);
  return bothAlike && (Math.abs(distance) === 1 || a + b === '90' || a + b === '09');
}

/** Adjacent on a common keyboard layout. */
function isNeighbour(a: string, b: string): boolean {
  return NEIGHBOURS.has(a + b);
}

function* neighboursOn(rows: readonly string[]): Iterable<string> {
  const keys = rows.flatMap((row, y) => [...row].map((key, x) => ({ key, x, y })));
  for (const a of keys) {
    for (const b of keys) if (Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1) yield a.key + b.key;
  }
}

function costOf(character: string): number {
  if (/\d/.test(character)) return 3.4;
  if (/[a-z]/.test(character)) return 4.7;
  if (/[ !?.,@#$%&*_+-]/.test(character)) return 2.5;
  return 7;
}

const OWN_WORD = 3;
/** About a thousand words, some tried before others. */
const COMMON_WORD = 10;
const MAX_WORD_LENGTH = 20;
const COMMON = withReversed(COMMON_WORDS);

const KEYBOARDS = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['789', '456', '123'],
] as const;
const NEIGHBOURS: ReadonlySet<string> = new Set(KEYBOARDS.flatMap(rows => [...neighboursOn(rows)]));

/** A character can replace different letters: 1 is an i to some and an l to others. */
const LEET: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '+': 't' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g', '@': 'a', $: 's', '|': 'l' },
];

interface PasswordPart {
  length: number;
  bits: number;
}
