import type { Centroid } from './centroid.ts';
import { heaviest, TELLING, weightIn, weightOfPacked } from './packed.ts';
import type { Probe } from './probe.ts';
import type { Story } from './story-cluster.ts';

/**
 * What the few most telling words of each side, names most of all, say about the other. Texts of one mould (a storm, a
 * strike, a match) are alike in all their words but these, so that over days a story that has swallowed two storms would
 * swallow every storm to come: it is about nothing but storms by then, and all of them fit. The probe stands for the
 * article, and what it met last is the story, if this has several articles.
 */
export function tellingShares(
  article: Probe,
  telling: Uint32Array,
  nearest: Uint32Array,
  { centroid, voters }: Story,
  isOwn: boolean,
): TellingShares {
  const inNearest = shareOf(telling, term => weightIn(nearest, term));
  const others = voters - (isOwn ? 1 : 0);
  if (centroid === undefined || others < 2) {
    const ofNearest = shareOf(heaviest(nearest, TELLING), term => article.weightOf(term));
    return { inNearest, inStory: inNearest, ofStory: ofNearest };
  }
  return {
    inNearest,
    inStory: shareInStory(telling, article, others, isOwn),
    ofStory: shareOfStory(centroid, others, article, isOwn),
  };
}

export function tellingWords(words: Uint32Array): Uint32Array {
  return heaviest(words, TELLING);
}

/** How much of the weight of some words another article has too, each up to the weight that it has here. */
function shareOf(words: Uint32Array, weightThere: (term: number) => number): number {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = weightOfPacked(word);
    shared += weight * Math.min(weight, weightThere(word >>> 8));
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** The same for the articles of a story, on the mean; the probe has met the story. */
function shareInStory(words: Uint32Array, article: Probe, others: number, isOwn: boolean): number {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = weightOfPacked(word);
    const mean = Math.max(0, article.metWeightOf(word >>> 8) - (isOwn ? weight : 0)) / others;
    shared += weight * Math.min(weight, mean);
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

function shareOfStory(centroid: Centroid, others: number, article: Probe, isOwn: boolean): number {
  const terms = centroid.heaviest;
  let [shared, all] = [0, 0];
  for (let at = 0; at < terms.length; at += 2) {
    const there = article.weightOf(terms[at] ?? 0);
    const weight = Math.max(0, (terms[at + 1] ?? 0) - (isOwn ? there : 0)) / others;
    shared += weight * Math.min(weight, there);
    all += weight * weight;
  }
  return all === 0 ? 0 : shared / all;
}

export interface TellingShares {
  /** Of the article's most telling words, in the nearest article. */
  readonly inNearest: number;
  /** Of the article's most telling words, in the articles of the story, on the mean. */
  readonly inStory: number;
  /** Of the story's most telling words, in the article. */
  readonly ofStory: number;
}
