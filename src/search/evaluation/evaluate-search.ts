import { seededRandom } from '../../lib/random.ts';
import type { SearchDocument } from '../engine/port.ts';
import { type Collection, type CollectionQuery, readCollection } from './collection.ts';
import { InProcessIndex } from './in-process.ts';
import { averagePrecision, mean, ndcgAt10 } from './measures.ts';
import { misspelled } from './misspell.ts';
import { TextbookBm25 } from './textbook.ts';

/** SRCH-5: our search beside textbook BM25 on one collection, and with queries that are misspelled. */
export async function evaluateSearch(file: string): Promise<SearchReport> {
  const collection = await readCollection(file);
  const textbook = new TextbookBm25(collection.documents);
  const index = new InProcessIndex(collection.documents.map(asArticle));
  try {
    const ours = (text: string) =>
      // A blank behind the last word: these queries are finished.
      index.search(`${text} `, { limit: 1_000 }).hits.map(({ id }) => collectionId(id, collection));
    const slips = misspelledQueries(collection.queries);
    const methods = [
      judged('BM25 (k1 1.2, b 0.75, Porter)', collection.queries, text => textbook.search(text)),
      judged('Broadsheet', collection.queries, ours),
      judged('BM25, queries misspelled', slips, text => textbook.search(text)),
      judged('Broadsheet, queries misspelled', slips, ours),
    ];
    const [, clean, , slipped] = methods;
    return {
      documents: collection.documents.length,
      queries: collection.queries.length,
      methods,
      keptWhenMisspelled: (slipped?.ndcgAt10 ?? 0) / Math.max(1e-9, clean?.ndcgAt10 ?? 0),
    };
  } finally {
    index.close();
  }
}

function judged(
  method: string,
  queries: readonly CollectionQuery[],
  search: (text: string) => string[],
): MethodScores {
  const began = performance.now();
  const ranked = queries.map(({ text }) => search(text));
  const milliseconds = (performance.now() - began) / Math.max(1, queries.length);
  const each = (measure: typeof ndcgAt10) =>
    mean(queries.map(({ grades }, query) => measure(ranked[query] ?? [], grades)));
  return { method, ndcgAt10: each(ndcgAt10), meanAveragePrecision: each(averagePrecision), milliseconds };
}

function misspelledQueries(queries: readonly CollectionQuery[]): CollectionQuery[] {
  const random = seededRandom(1);
  return queries.map(({ text, grades }) => ({ text: misspelled(text, random), grades }));
}

/** The collections know no sources or dates, so only words count. */
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
  /** Which part of the clean queries' nDCG the misspelled ones keep. */
  readonly keptWhenMisspelled: number;
}

export interface MethodScores {
  readonly method: string;
  readonly ndcgAt10: number;
  readonly meanAveragePrecision: number;
  /** Of one query, on the average. */
  readonly milliseconds: number;
}
