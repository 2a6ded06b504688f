import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../lib/random.ts';
import { stemOf } from '../analysis/stems.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { wordsOf } from '../analysis/words.ts';
import { type CollectionDocument, readCollection } from './collection.ts';
import { asArticle } from './evaluate-search.ts';
import { InProcessIndex } from './in-process.ts';

/**
 * SRCH-3 on a collection of news: names written by ear, words with the blank between them missing, and synonyms, each
 * beside what the words as typed find.
 */
export async function evaluateSets(file: string): Promise<SetsReport> {
  const { documents } = await readCollection(file);
  const texts = documents.map(textOf);
  return {
    documents: documents.length,
    names: await names(documents, texts),
    spaces: spaces(documents, texts),
    synonyms: await synonyms(documents, texts),
  };
}

/** A name counts as found when one of the first five articles has it. Names that the collection lacks are left out. */
async function names(documents: readonly CollectionDocument[], texts: readonly string[]): Promise<SetScore> {
  const { pairs } = await readSet<{ pairs: [string, string][] }>('names-by-ear.json');
  const known = pairs.filter(
    ([heard, name]) => heard !== name && hasSome(texts, name) && !hasSome(texts, heard),
  );
  const cases = known.map(([query, name]) => ({ query, isRight: (text: string) => hasWords(text, [name]) }));
  return scoreOf(documents, texts, cases);
}

/** Two words of a headline that stand together in several articles, written as one. */
function spaces(documents: readonly CollectionDocument[], texts: readonly string[]): SetScore {
  const pairs = new Set<string>();
  for (const { title } of documents) {
    const words = wordsOf(title, 64).map(({ folded }) => folded);
    for (const [index, word] of words.slice(1).entries()) {
      const first = words[index] ?? '';
      if ([first, word].every(each => each.length >= 4 && !/\d/.test(each) && !isStopWord(each, 'en')))
        pairs.add(`${first} ${word}`);
    }
  }
  const random = seededRandom(3);
  const shuffled = [...pairs].map(pair => ({ pair, at: random.fraction() })).sort((a, b) => a.at - b.at);
  const cases: Case[] = [];
  for (const { pair } of shuffled) {
    if (cases.length === PAIRS) break;
    const words = pair.split(' ');
    if (hasSome(texts, words.join('')) || texts.filter(text => text.includes(` ${pair} `)).length < 2)
      continue;
    cases.push({ query: words.join(''), isRight: text => text.includes(` ${pair} `) });
  }
  return scoreOf(documents, texts, cases);
}

/** Of the articles that say it in any of the ways, the share that a search for each of them finds. */
async function synonyms(
  documents: readonly CollectionDocument[],
  texts: readonly string[],
): Promise<SynonymScore> {
  const { sets } = await readSet<{ sets: string[][] }>('synonyms.json');
  const stems = texts.map(text => ` ${text.trim().split(' ').map(stem).join(' ')} `);
  const said = (words: string) =>
    ` ${wordsOf(words, 9)
      .map(({ folded }) => stem(folded))
      .join(' ')} `;
  const asked = sets.flatMap(set => {
    const right = new Set(documents.keys().filter(at => set.some(each => stems[at]?.includes(said(each)))));
    return right.size === 0 ? [] : set.map(query => ({ query, right }));
  });
  const recall = (index: InProcessIndex) => {
    const shares = asked.map(({ query, right }) => {
      const options = { limit: documents.length, correction: 'off' } as const;
      const { hits, matching } = index.search(`${query} `, options);
      const found = matching === 'all' ? hits.filter(({ id }) => right.has(numberOf(id))).length : 0;
      return found / Math.min(right.size, MOST_HITS);
    });
    return shares.reduce((sum, share) => sum + Math.min(1, share), 0) / Math.max(1, shares.length);
  };
  return {
    queries: asked.length,
    asTyped: over(documents, [], recall),
    withSynonyms: over(documents, sets, recall),
  };
}

function scoreOf(
  documents: readonly CollectionDocument[],
  texts: readonly string[],
  cases: readonly Case[],
): SetScore {
  return over(documents, [], index => {
    const success = (correction: 'auto' | 'off', first: number) => {
      const found = cases.filter(({ query, isRight }) =>
        index
          .search(`${query} `, { limit: first, correction })
          .hits.some(({ id }) => isRight(texts[numberOf(id)] ?? '')),
      );
      return found.length / Math.max(1, cases.length);
    };
    return {
      queries: cases.length,
      asTyped: success('off', 5),
      successAt1: success('auto', 1),
      successAt5: success('auto', 5),
    };
  });
}

function over<T>(
  documents: readonly CollectionDocument[],
  sets: readonly (readonly string[])[],
  work: (index: InProcessIndex) => T,
): T {
  const index = new InProcessIndex(documents.map(asArticle), sets);
  try {
    return work(index);
  } finally {
    index.close();
  }
}

async function readSet<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'sets', name), 'utf8')) as T;
}

function textOf({ title, text }: CollectionDocument): string {
  return ` ${wordsOf(`${title} ${text}`, 20_000)
    .map(({ folded }) => folded)
    .join(' ')} `;
}

function hasSome(texts: readonly string[], word: string): boolean {
  return texts.some(text => hasWords(text, [word]));
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every(word => text.includes(` ${word} `) || text.includes(` ${word}s `));
}

function stem(word: string): string {
  return stemOf(word, 'en');
}

/** Articles are numbered from 1 in their ids. */
function numberOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16) - 1;
}

const PAIRS = 500;
/** Nobody is shown more. */
const MOST_HITS = 1_000;

interface Case {
  readonly query: string;
  readonly isRight: (text: string) => boolean;
}

export interface SetScore {
  readonly queries: number;
  /** Success@5 of the words as typed. */
  readonly asTyped: number;
  readonly successAt1: number;
  readonly successAt5: number;
}

export interface SynonymScore {
  readonly queries: number;
  readonly asTyped: number;
  readonly withSynonyms: number;
}

export interface SetsReport {
  readonly documents: number;
  readonly names: SetScore;
  readonly spaces: SetScore;
  readonly synonyms: SynonymScore;
}
