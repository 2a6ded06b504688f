import { JOINED, scan } from '../../../src/stories/entities/scan.ts';

/**
 * Counts the case of words where a capital is evidence: not at the start of a sentence, and not in a title-case
 * line.
 */
export function countCases(byLanguage: Map<string, Counts>, language: string, text: string): void {
  const counts = byLanguage.get(language) ?? { small: new Map(), large: new Map(), withArticle: new Map() };
  byLanguage.set(language, counts);
  let before = '';
  for (const word of scan(text)) {
    const written = text.slice(word.start, word.end);
    const lower = written.toLowerCase();
    if (/^\p{L}+$/u.test(written)) {
      if (!word.isCapital) add(counts.small, lower);
      else if (word.gap === JOINED && !word.isUpper) {
        add(counts.large, lower);
        if (ARTICLES.has(before)) add(counts.withArticle, lower);
      }
    }
    before = lower;
  }
}

function add(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

const ARTICLES = new Set(
  'der die das den dem des ein eine einen einem einer eines kein keine keinen im am zum zur vom beim ins ihre seine ihr sein'.split(
    ' ',
  ),
);

export interface Counts {
  readonly small: Map<string, number>;
  readonly large: Map<string, number>;
  readonly withArticle: Map<string, number>;
}
