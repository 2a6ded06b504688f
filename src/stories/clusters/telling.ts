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
  const inNearest = shareInArticle(telling, nearest);
  const others = voters - (isOwn ? 1 : 0);
  if (centroid === undefined || others < 2) {
    const ofNearest = shareInArticle(heaviest(nearest, TELLING), article);
    return { inNearest, inStory: inNearest, ofStory: ofNearest };
  }
  const own = isOwn ? article : NOTHING;
  return {
    inNearest,
    inStory: shareInStory(telling, centroid, others, own),
    ofStory: shareOfStory(centroid, others, own, article),
  };
}

export function tellingWords(words: Uint32Array): Uint32Array {
  return heaviest(words, TELLING);
}

/** How much of the weight of some words an article has too, each up to the weight that it has here. */
function shareInArticle(words: Uint32Array, article: Uint32Array): number {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = weightOfPacked(word);
    shared += weight * Math.min(weight, weightIn(article, word >>> 8));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** The same for the articles of a story, on the mean. */
function shareInStory(words: Uint32Array, centroid: Centroid, others: number, own: Uint32Array): number {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = weightOfPacked(word);
    shared += weight * Math.min(weight, meanWeight(word >>> 8, centroid, others, own));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

function shareOfStory(centroid: Centroid, others: number, own: Uint32Array, article: Uint32Array): number {
  const terms = centroid.heaviest(TELLING);
  let [shared, all] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] ?? 0;
    const weight = meanWeight(term, centroid, others, own);
    shared += weight * Math.min(weight, weightIn(article, term));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** Of a term in the articles of a story, without one that is part of it. */
function meanWeight(term: number, centroid: Centroid, others: number, own: Uint32Array): number {
  return Math.max(0, centroid.weightOf(term) - weightIn(own, term)) / others;
}

const NOTHING = new Uint32Array(0);
const TELLING = 8;

export interface TellingShares {
  /** Of the article's most telling words, in the nearest article. */
  readonly inNearest: number;
  /** Of the article's most telling words, in the articles of the story, on the mean. */
  readonly inStory: number;
  /** Of the story's most telling words, in the article. */
  readonly ofStory: number;
}
