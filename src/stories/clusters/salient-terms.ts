import type { Centroid } from './centroid.ts';
import { heaviest, SALIENT_TERMS, weightIn, weightOfPacked } from './packed.ts';
import type { Probe } from './probe.ts';
import type { StoryCluster } from './story-cluster.ts';

/**
 * How many of the few most salient words, names above all, each side shares with the other. Reports of one kind of
 * event (a storm, a strike, a match) have all words in common but these: a story that has absorbed two storms would
 * otherwise absorb every later storm. The probe holds the article; its last product was with the story if this has
 * several articles.
 */
export function salientShares(
  article: Probe,
  telling: Uint32Array,
  nearest: Uint32Array,
  { centroid, voters }: StoryCluster,
  isOwn: boolean,
): SalientShares {
  const inNearest = shareOf(telling, term => weightIn(nearest, term));
  const others = voters - (isOwn ? 1 : 0);
  if (centroid === undefined || others < 2) {
    const ofNearest = shareOf(heaviest(nearest, SALIENT_TERMS), term => article.weightOf(term));
    return { inNearest, inStory: inNearest, ofStory: ofNearest };
  }
  return {
    inNearest,
    inStory: shareInStory(telling, article, others, isOwn),
    ofStory: shareOfStory(centroid, others, article, isOwn),
  };
}

export function salientTerms(words: Uint32Array): Uint32Array {
  return heaviest(words, SALIENT_TERMS);
}

/** The share of the weight of some words that another article has too, each up to its weight here. */
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

/** The mean of the same over the articles of a story; the probe's last product was with the story. */
function shareInStory(words: Uint32Array, article: Probe, others: number, isOwn: boolean): number {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = weightOfPacked(word);
    const mean = Math.max(0, article.matchedWeightOf(word >>> 8) - (isOwn ? weight : 0)) / others;
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

export interface SalientShares {
  /** Of the article's most salient words, in the nearest article. */
  readonly inNearest: number;
  /** Of the article's most salient words, in the articles of the story, on average. */
  readonly inStory: number;
  /** Of the story's most salient words, in the article. */
  readonly ofStory: number;
}
