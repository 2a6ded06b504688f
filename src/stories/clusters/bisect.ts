import type { ArticleRing } from './article-ring.ts';
import { Centroid } from './centroid.ts';
import { cosine } from './packed.ts';

/**
 * Splits articles in two: around the article that is least like the whole and the one least like that one, then
 * refined around the centroids of both parts. Returns one part.
 */
export function bisect(members: readonly number[], articles: ArticleRing): Set<number> {
  const whole = Centroid.of(sampleOf(members).map(number => articles.words(number)));
  const odd = leastSimilar(members, number => whole.cosine(articles.words(number)));
  const other = leastSimilar(members, number => cosine(articles.words(odd), articles.words(number)));
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

function leastSimilar(members: readonly number[], likeness: (number: number) => number): number {
  let [found, lowest] = [members[0] ?? 0, Number.POSITIVE_INFINITY];
  for (const number of members) {
    const value = likeness(number);
    if (value < lowest) [found, lowest] = [number, value];
  }
  return found;
}

/** A sample bounds the cost for stories of thousands of articles. */
function sampleOf(members: readonly number[]): number[] {
  const step = Math.max(1, members.length / SAMPLE_SIZE);
  return Array.from(
    { length: Math.min(members.length, SAMPLE_SIZE) },
    (_, index) => members[Math.floor(index * step)] ?? 0,
  );
}

const ROUNDS = 3;
const SAMPLE_SIZE = 64;
