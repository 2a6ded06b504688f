import { phoneticKey } from '../analysis/phonetics.ts';

/**
 * Scores how likely a candidate is the intended word: frequent words are more likely, and some kinds of errors are
 * more common. The weights were fitted to lists of real misspellings (docs/reports/search.md).
 */
function spellingScorer(word: string): (candidate: string, distance: number, share: number) => number {
  const [letters, single, hard, sound] = [
    inOrder(word),
    withoutDoubles(word),
    withoutVowels(word),
    phoneticKey(word),
  ];
  return (candidate, distance, share) => {
    const leftOut = candidate.length - word.length;
    let cost = distance * EDIT_COST;
    // Deletions are more common than replacements, and replacements more common than insertions.
    cost -= leftOut > 0 ? leftOut : leftOut / 2;
    if (word[0] !== candidate[0]) cost += 1.2;
    if (word.at(-1) !== candidate.at(-1)) cost += 0.2;
    // Two neighbouring letters swapped.
    if (leftOut === 0 && letters === inOrder(candidate)) cost -= 1.4;
    if (single === withoutDoubles(candidate)) cost -= 1.2;
    if (hard === withoutVowels(candidate)) cost -= 0.8;
    if (sound !== '' && sound === phoneticKey(candidate)) cost -= 0.8;
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

/** A word has to be about ten thousand times as frequent to outweigh a second edit. */
const EDIT_COST = 4;

export interface SpellingCandidate {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
  readonly score: number;
}

/** Best first. */
export function rankCandidates(
  word: string,
  found: readonly SimilarWordCount[],
  articles: number,
): SpellingCandidate[] {
  const scoreOf = spellingScorer(word);
  return found
    .map(each => ({
      ...each,
      score: scoreOf(each.word, each.distance, each.articles / Math.max(1, articles)),
    }))
    .sort((a, b) => b.score - a.score || b.articles - a.articles || (a.word < b.word ? -1 : 1));
}

interface SimilarWordCount {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
}
