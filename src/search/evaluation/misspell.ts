import type { Random } from '../../lib/random.ts';

/**
 * A query with typing errors: in one of every three words of five letters or more, and in at least one, swaps two
 * neighbours, or drops, doubles or replaces a letter after the first.
 */
export function misspelled(query: string, random: Random): string {
  const words = query.split(' ');
  const long = words.flatMap((word, index) => (/^[a-z]{5,}$/i.test(word) ? [index] : []));
  for (let count = Math.ceil(long.length / 3); count > 0 && long.length > 0; count--) {
    const [index = 0] = long.splice(Math.floor(random.fraction() * long.length), 1);
    words[index] = misspellWord(words[index] ?? '', random);
  }
  return words.join(' ');
}

function misspellWord(word: string, random: Random): string {
  const at = 1 + Math.floor(random.fraction() * (word.length - 2));
  const [before, letter = '', next = '', rest] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ];
  const kind = Math.floor(random.fraction() * 4);
  if (kind === 0) return before + next + letter + rest;
  if (kind === 1) return before + next + rest;
  if (kind === 2) return before + letter + letter + next + rest;
  return before + String.fromCharCode(97 + Math.floor(random.fraction() * 26)) + next + rest;
}
