import { type Random, seededRandom } from '../../lib/random.ts';
import type { SearchDocument } from '../search-document.ts';
import { type Collection, type CollectionQuery, readCollection } from './collection.ts';
import type { OpenIndex } from './indexed-collection.ts';
import { averagePrecision, mean, ndcgAt10 } from './measures.ts';
import { TextbookBm25 } from './textbook.ts';

/** SRCH-5: Broadsheet's search compared with textbook BM25 on one collection, with correct and misspelled queries. */
export async function evaluateSearch(file: string, openIndex: OpenIndex): Promise<SearchReport> {
  const collection = await readCollection(file);
  const textbook = new TextbookBm25(collection.documents);
  const index = await openIndex(collection.documents.map(asArticle));
  try {
    const broadsheet = async (text: string) => {
      // The blank after the last word marks it as complete: it is no prefix.
      const { hits } = await index.search(`${text} `, { limit: 1_000 });
      return hits.map(({ id }) => collectionId(id, collection));
    };
    const bm25 = async (text: string) => textbook.search(text);
    const slips = misspelledQueries(collection.queries);
    const methods = [
      await scoreMethod('BM25 (k1 1.2, b 0.75, Porter)', collection.queries, bm25),
      await scoreMethod('Broadsheet', collection.queries, broadsheet),
      await scoreMethod('BM25, queries misspelled', slips, bm25),
      await scoreMethod('Broadsheet, queries misspelled', slips, broadsheet),
    ];
    const [, clean, , slipped] = methods;
    return {
      documents: collection.documents.length,
      queries: collection.queries.length,
      methods,
      keptWhenMisspelled: (slipped?.ndcgAt10 ?? 0) / Math.max(1e-9, clean?.ndcgAt10 ?? 0),
    };
  } finally {
    await index.close();
  }
}

async function scoreMethod(
  method: string,
  queries: readonly CollectionQuery[],
  search: (text: string) => Promise<string[]>,
): Promise<MethodScores> {
  const began = performance.now();
  const ranked: string[][] = [];
  for (const { text } of queries) ranked.push(await search(text));
  const milliseconds = (performance.now() - began) / Math.max(1, queries.length);
  const each = (measure: typeof ndcgAt10) =>
    mean(queries.map(({ grades }, query) => measure(ranked[query] ?? [], grades)));
  return { method, ndcgAt10: each(ndcgAt10), meanAveragePrecision: each(averagePrecision), milliseconds };
}

function misspelledQueries(queries: readonly CollectionQuery[]): CollectionQuery[] {
  const random = seededRandom(1);
  return queries.map(({ text, grades }) => ({ text: misspelled(text, random), grades }));
}

/** Test collections have no sources or dates, so only the text counts. */
export function asArticle({ title, text }: { title: string; text: string }, number: number): SearchDocument {
  return {
    id: idOf(number),
    storyId: null,
    title,
    topics: [],
    tags: '',
    summary: '',
    body: text,
    language: 'en',
    sourceId: '',
    country: null,
    publishedAt: new Date(0),
    quality: 0.5,
    isBreaking: false,
  };
}

function idOf(number: number): string {
  return `00000000-0000-7000-8000-${(number + 1).toString(16).padStart(12, '0')}`;
}

function collectionId(id: string, { documents }: Collection): string {
  return documents[Number.parseInt(id.slice(-12), 16) - 1]?.id ?? '';
}

export interface SearchReport {
  readonly documents: number;
  readonly queries: number;
  readonly methods: readonly MethodScores[];
  /** nDCG of the misspelled queries as a share of that of the correct ones. */
  readonly keptWhenMisspelled: number;
}

export interface MethodScores {
  readonly method: string;
  readonly ndcgAt10: number;
  readonly meanAveragePrecision: number;
  /** Mean time of a query. */
  readonly milliseconds: number;
}

/**
 * A query with typing errors: in one of every three words of five letters or more, and in at least one, swaps two
 * neighbours, or drops, doubles or replaces a letter after the first.
 */
export function misspelled(query: string, random: Random): string {
  const words = query.split(' ');
  const long = words.flatMap((word, index) => (/^[a-z]{5,}$/i.test(word) ? [index] : []));
  for (let count = Math.ceil(long.length / 3); count > 0 && long.length > 0; count--) {
    const [index = 0] = long.splice(Math.floor(random.fraction() * long.length), 1);
    words[index] = misspellWord(words[index] ?? '', random);
  }
  return words.join(' ');
}

function misspellWord(word: string, random: Random): string {
  const at = 1 + Math.floor(random.fraction() * (word.length - 2));
  const [before, letter = '', next = '', rest] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ];
  const kind = Math.floor(random.fraction() * 4);
  if (kind === 0) return before + next + letter + rest;
  if (kind === 1) return before + next + rest;
  if (kind === 2) return before + letter + letter + next + rest;
  return before + String.fromCharCode(97 + Math.floor(random.fraction() * 26)) + next + rest;
}
