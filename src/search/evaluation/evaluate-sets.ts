import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../lib/random.ts';
import { stemOf } from '../analysis/stems.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { wordsOf } from '../analysis/words.ts';
import { type CollectionDocument, readCollection } from './collection.ts';
import { asArticle } from './evaluate-search.ts';
import type { IndexedCollection, OpenIndex } from './indexed-collection.ts';

/**
 * SRCH-3 on a collection of news: phonetic spellings of names, missing spaces and synonyms, each compared with the
 * results of the words as typed.
 */
export async function evaluateSets(file: string, openIndex: OpenIndex): Promise<SetsReport> {
  const { documents } = await readCollection(file);
  const collection = { documents, texts: documents.map(textOf), openIndex };
  return {
    documents: documents.length,
    names: await names(collection),
    missingSpaces: await spaces(collection),
    synonyms: await synonyms(collection),
  };
}

/**
 * A name counts as found when one of the first five articles contains it. Names that are not in the collection are
 * left out.
 */
async function names(collection: OpenCollection): Promise<SetScore> {
  const { texts } = collection;
  const { pairs } = await readSet<{ pairs: [string, string][] }>('phonetic-names.json');
  const known = pairs.filter(
    ([variant, name]) => variant !== name && hasSome(texts, name) && !hasSome(texts, variant),
  );
  const cases = known.map(([query, name]) => ({ query, isRight: (text: string) => hasWords(text, [name]) }));
  return scoreOf(collection, cases);
}

/** Two adjacent words of a headline that occur together in several articles, joined. */
function spaces(collection: OpenCollection): Promise<SetScore> {
  const { documents, texts } = collection;
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
  return scoreOf(collection, cases);
}

/** The recall of each synonym, over all articles that contain any word or phrase of its set. */
async function synonyms(collection: OpenCollection): Promise<SynonymScore> {
  const { documents, texts } = collection;
  const { sets } = await readSet<{ sets: string[][] }>('synonyms.json');
  const stems = texts.map(text => ` ${text.trim().split(' ').map(stem).join(' ')} `);
  const stemmed = (words: string) =>
    ` ${wordsOf(words, 9)
      .map(({ folded }) => stem(folded))
      .join(' ')} `;
  const queries = sets.flatMap(set => {
    const relevant = new Set(
      documents.keys().filter(at => set.some(each => stems[at]?.includes(stemmed(each)))),
    );
    return relevant.size === 0 ? [] : set.map(query => ({ query, relevant }));
  });
  const recall = async (index: IndexedCollection) => {
    const shares: number[] = [];
    for (const { query, relevant } of queries) {
      const options = { limit: documents.length, correction: 'off' } as const;
      const { hits, matching } = await index.search(`${query} `, options);
      const found = matching === 'all' ? hits.filter(({ id }) => relevant.has(numberOf(id))).length : 0;
      shares.push(found / Math.min(relevant.size, MAX_HITS));
    }
    return shares.reduce((sum, share) => sum + Math.min(1, share), 0) / Math.max(1, shares.length);
  };
  return {
    queries: queries.length,
    asTyped: await withIndex(collection, [], recall),
    withSynonyms: await withIndex(collection, sets, recall),
  };
}

function scoreOf(collection: OpenCollection, cases: readonly Case[]): Promise<SetScore> {
  const { texts } = collection;
  return withIndex(collection, [], async index => {
    const success = async (correction: 'auto' | 'off', limit: number) => {
      let found = 0;
      for (const { query, isRight } of cases) {
        const { hits } = await index.search(`${query} `, { limit, correction });
        if (hits.some(({ id }) => isRight(texts[numberOf(id)] ?? ''))) found++;
      }
      return found / Math.max(1, cases.length);
    };
    return {
      queries: cases.length,
      asTyped: await success('off', 5),
      successAt1: await success('auto', 1),
      successAt5: await success('auto', 5),
    };
  });
}

async function withIndex<T>(
  { documents, openIndex }: OpenCollection,
  synonyms: readonly (readonly string[])[],
  work: (index: IndexedCollection) => Promise<T>,
): Promise<T> {
  const index = await openIndex(documents.map(asArticle), synonyms);
  try {
    return await work(index);
  } finally {
    await index.close();
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

/** Ids contain the number of the article, starting at 1. */
function numberOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16) - 1;
}

const PAIRS = 500;
/** The engine returns at most this many. */
const MAX_HITS = 1_000;

interface OpenCollection {
  readonly documents: readonly CollectionDocument[];
  /** The folded words of each document. */
  readonly texts: readonly string[];
  readonly openIndex: OpenIndex;
}

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
  readonly missingSpaces: SetScore;
  readonly synonyms: SynonymScore;
}
