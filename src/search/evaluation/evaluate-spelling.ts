import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fold } from '../analysis/fold.ts';
import { candidatesFor } from '../query/correct.ts';
import { editsBetween } from '../query/similar.ts';
import { readMaybeCompressed } from './collection.ts';
import type { BuildVocabulary } from './indexed-collection.ts';
import { mean } from './measures.ts';

/**
 * SRCH-5: how often the intended word is the first, or among the first five, suggested for real misspellings. Lines
 * are `source, misspelled, correct` with tabs, or `misspelled correct ...` with blanks. Words and their frequencies
 * come from a list of `word frequency`; without one, every correct word of the data counts once.
 */
export async function evaluateSpelling(
  data: string,
  words: string | undefined,
  buildVocabulary: BuildVocabulary,
): Promise<SpellingReport> {
  const pairs = pairsIn(await readMaybeCompressed(data));
  const list = words ?? (await wordListBeside(data));
  const counts = list === null ? new Map<string, number>() : frequenciesIn(await readMaybeCompressed(list));
  // Only known words can be suggested, so correct words that the list lacks are added as rare ones.
  for (const { correct } of pairs) if (!counts.has(correct)) counts.set(correct, 1);
  const { articles, max } = scaled(counts);
  const vocabulary = buildVocabulary(articles, max);
  const nonWords = pairs
    .filter(({ misspelled }) => !counts.has(misspelled))
    .map(pair => ({ ...pair, edits: editsBetween(pair.misspelled, pair.correct) }));
  const near = nonWords.filter(({ edits }) => edits <= 2);
  const began = performance.now();
  const ranks = near.map(({ misspelled, correct }) =>
    candidatesFor(misspelled, vocabulary).findIndex(({ word }) => word === correct),
  );
  const milliseconds = (performance.now() - began) / Math.max(1, near.length);
  const within = (limit: number) => mean(ranks.map(rank => Number(rank !== -1 && rank < limit)));
  return {
    misspellings: pairs.length,
    realWords: pairs.length - nonWords.length,
    withinTwoEdits: near.length,
    words: counts.size,
    successAt1: within(1),
    successAt5: within(5),
    milliseconds,
  };
}

function pairsIn(text: string): { misspelled: string; correct: string }[] {
  const pairs = text.split('\n').flatMap(line => {
    const fields = line.includes('\t') ? line.split('\t').slice(1) : line.split(' ');
    const [misspelled = '', correct = ''] = fields.map(field => fold(field.trim()));
    return WORD.test(misspelled) && WORD.test(correct) && misspelled !== correct
      ? [{ misspelled, correct }]
      : [];
  });
  return pairs.filter(({ misspelled }) => misspelled !== 'misspelled');
}

/** A list of words and frequencies in the same folder, recognised by its name. */
async function wordListBeside(data: string): Promise<string | null> {
  const folder = (await stat(data)).isDirectory() ? data : dirname(data);
  const name = (await readdir(folder)).sort().find(each => /frequency/i.test(each));
  return name === undefined ? null : join(folder, name);
}

function frequenciesIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [word = '', count = ''] = line.trim().split(/\s+/);
    if (WORD.test(fold(word))) counts.set(fold(word), Number(count) || 1);
  }
  return counts;
}

/** Frequencies of words in books run into billions. Only their order counts, so they are scaled to at most 1e9. */
function scaled(counts: ReadonlyMap<string, number>): { articles: Map<string, number>; max: number } {
  const highest = Math.max(...counts.values());
  const articles = new Map<string, number>();
  for (const [word, count] of counts) articles.set(word, Math.max(1, Math.round((count / highest) * 1e9)));
  return { articles, max: Math.max(0, ...articles.values()) };
}

const WORD = /^[\p{L}'’]+$/u;

export interface SpellingReport {
  readonly misspellings: number;
  /** Misspelled as another existing word, so nothing indicates an error. */
  readonly realWords: number;
  readonly withinTwoEdits: number;
  readonly words: number;
  /** Of misspellings within two edits that are not words themselves. */
  readonly successAt1: number;
  readonly successAt5: number;
  readonly milliseconds: number;
}
