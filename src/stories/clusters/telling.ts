import type { Centroid } from './centroid.ts';
import { heaviest, weightIn, weightOfPacked } from './packed.ts';
import type { Story } from './story.ts';

/**
 * What the few most telling words of each side, names most of all, say about the other. Texts of one mould (a storm, a
 * strike, a match) are alike in all their words but these, so that over days a story that has swallowed two storms would
 * swallow every storm to come: it is about nothing but storms by then, and all of them fit.
 */
export function tellingShares(
  article: Uint32Array,
  telling: Uint32Array,
  nearest: Uint32Array,
  { centroid, voters }: Story,
  isOwn: boolean,
): TellingShares {
  const inNearest = shareOf(telling, term => weightIn(nearest, term));
  const others = voters - (isOwn ? 1 : 0);
  if (centroid === undefined || others < 2) {
    const ofNearest = shareOf(heaviest(nearest, TELLING), term => weightIn(article, term));
    return { inNearest, inStory: inNearest, ofStory: ofNearest };
  }
  const mean = (term: number) =>
    Math.max(0, centroid.weightOf(term) - (isOwn ? weightIn(article, term) : 0)) / others;
  return { inNearest, inStory: shareOf(telling, mean), ofStory: shareOfStory(centroid, mean, article) };
}

export function tellingWords(words: Uint32Array): Uint32Array {
  return heaviest(words, TELLING);
}

/** How much of the weight of some words another has too, each up to the weight that it has here. */
function shareOf(words: Uint32Array, weightThere: (term: number) => number): number {
  let [shared, all] = [0, 0];
  for (const word of words) {
    const weight = weightOfPacked(word);
    shared += weight * Math.min(weight, weightThere(word >>> 8));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

function shareOfStory(centroid: Centroid, mean: (term: number) => number, article: Uint32Array): number {
  let [shared, all] = [0, 0];
  for (const term of centroid.heaviest(TELLING)) {
    const weight = mean(term);
    shared += weight * Math.min(weight, weightIn(article, term));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

const TELLING = 8;

export interface TellingShares {
  /** Of the article's most telling words, in the nearest article. */
  readonly inNearest: number;
  /** Of the article's most telling words, in the articles of the story, on the mean. */
  readonly inStory: number;
  /** Of the story's most telling words, in the article. */
  readonly ofStory: number;
}
