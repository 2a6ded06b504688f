import { soundOf } from '../analysis/phonetics.ts';

/**
 * How likely somebody who meant a candidate typed `word`: frequent words are meant more often, and slips of some
 * kinds are made more often. The weights were chosen on lists of real misspellings (docs/reports/search.md).
 */
export function spellingScorer(word: string): (candidate: string, distance: number, share: number) => number {
  const [letters, single, hard, sound] = [
    inOrder(word),
    withoutDoubles(word),
    withoutVowels(word),
    soundOf(word),
  ];
  return (candidate, distance, share) => {
    const leftOut = candidate.length - word.length;
    let cost = distance * EDIT;
    // A letter is left out sooner than exchanged, and exchanged sooner than put in.
    cost -= leftOut > 0 ? leftOut : leftOut / 2;
    if (word[0] !== candidate[0]) cost += 1.2;
    if (word.at(-1) !== candidate.at(-1)) cost += 0.2;
    // Two keys were hit in the wrong order.
    if (leftOut === 0 && letters === inOrder(candidate)) cost -= 1.4;
    if (single === withoutDoubles(candidate)) cost -= 1.2;
    if (hard === withoutVowels(candidate)) cost -= 0.8;
    if (sound !== '' && sound === soundOf(candidate)) cost -= 0.8;
    return Math.log10(share + 1e-9) - cost;
  };
}

function inOrder(word: string): string {
  return [...word].sort().join('');
}

function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}

function withoutVowels(word: string): string {
  return withoutDoubles(word.replace(/[aeiouy]/g, ''));
}

/** A word must be some ten thousand times as frequent to make up for a second edit. */
const EDIT = 4;

export interface Candidate {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
  readonly score: number;
}

/** The best first. */
export function ranked(word: string, found: readonly Found[], articles: number): Candidate[] {
  const scoreOf = spellingScorer(word);
  return found
    .map(each => ({
      ...each,
      score: scoreOf(each.word, each.distance, each.articles / Math.max(1, articles)),
    }))
    .sort((a, b) => b.score - a.score || b.articles - a.articles || (a.word < b.word ? -1 : 1));
}

interface Found {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
}
