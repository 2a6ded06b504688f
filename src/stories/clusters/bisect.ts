import type { Articles } from './article-ring.ts';
import { Centroid } from './centroid.ts';
import { cosine } from './packed.ts';

/**
 * Parts articles in two as well as can be: around the article that is least like the whole, and the one that is
 * least like that one; then twice more around what the two parts have in common. Gives one of the parts.
 */
export function differentPart(members: readonly number[], articles: Articles): Set<number> {
  const whole = Centroid.of(sampleOf(members).map(number => articles.words(number)));
  const odd = least(members, number => whole.cosine(articles.words(number)));
  const other = least(members, number => cosine(articles.words(odd), articles.words(number)));
  let part = new Set<number>();
  let [left, right] = [Centroid.of([articles.words(odd)]), Centroid.of([articles.words(other)])];
  for (let round = 0; round < ROUNDS; round++) {
    part = new Set(
      members.filter(number => left.cosine(articles.words(number)) > right.cosine(articles.words(number))),
    );
    const rest = members.filter(number => !part.has(number));
    left = Centroid.of(sampleOf([...part]).map(number => articles.words(number)));
    right = Centroid.of(sampleOf(rest).map(number => articles.words(number)));
  }
  return part;
}

function least(members: readonly number[], likeness: (number: number) => number): number {
  let [found, lowest] = [members[0] ?? 0, Number.POSITIVE_INFINITY];
  for (const number of members) {
    const value = likeness(number);
    if (value < lowest) [found, lowest] = [number, value];
  }
  return found;
}

/** Enough to know what a part is about, so that a story of thousands costs no more than one of dozens. */
function sampleOf(members: readonly number[]): number[] {
  const step = Math.max(1, members.length / MOST_SUMMED);
  return Array.from(
    { length: Math.min(members.length, MOST_SUMMED) },
    (_, index) => members[Math.floor(index * step)] ?? 0,
  );
}

const ROUNDS = 3;
const MOST_SUMMED = 64;
