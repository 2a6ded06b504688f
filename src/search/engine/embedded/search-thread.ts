import { parentPort, workerData } from 'node:worker_threads';
import { fold } from '../../analysis/fold.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';
import type { SearchOptions, SearchResult, VocabularyFigures, WordCount } from '../port.ts';
import { IndexReader } from './index-reader.ts';
import type { IndexView } from './lookup/index-view.ts';
import { vocabularyOf } from './lookup/vocabulary.ts';
import type { IndexState } from './manifest.ts';
import { searchView } from './search-view.ts';

/**
 * A search thread. Each job states the required generation; a thread with an older one responds `stale` and gets the
 * state with the retry.
 */
const reader = new IndexReader((workerData as { folder: string }).folder);
let synonyms = { version: 0, index: new SynonymIndex([]) };
let known: { view: IndexView; vocabulary: Vocabulary } | null = null;

parentPort?.on('message', (job: SearchJob) => {
  parentPort?.postMessage(respond(job));
});

function respond(job: SearchJob): SearchResponse {
  try {
    if (!isUpToDate(job)) return { kind: 'stale' };
    const { view } = reader;
    if (known?.view !== view) known = { view, vocabulary: vocabularyOf(view) };
    return execute(job.request, known);
  } catch (error) {
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function isUpToDate({ generation, state, synonymsVersion, synonyms: sets }: SearchJob): boolean {
  if (state) reader.viewOf(state);
  if (sets) synonyms = { version: synonymsVersion, index: new SynonymIndex(sets) };
  return reader.generation >= generation && synonyms.version === synonymsVersion;
}

function execute(request: SearchRequest, { view, vocabulary }: NonNullable<typeof known>): SearchResponse {
  if (request.kind === 'search') {
    const result = searchView(view, vocabulary, synonyms.index, request.query, request.options);
    return { kind: 'search', result };
  }
  if (request.kind === 'words')
    return { kind: 'words', words: vocabulary.startingWith(fold(request.prefix), request.limit) };
  const words = view.parts.reduce((sum, { segment }) => sum + segment.words.size, 0);
  return { kind: 'vocabulary', figures: { words, articles: view.articles } };
}

export interface SearchJob {
  readonly request: SearchRequest;
  readonly generation: number;
  readonly synonymsVersion: number;
  /** Only in the retry after a `stale` response. */
  readonly state?: IndexState;
  readonly synonyms?: readonly (readonly string[])[];
}

export type SearchRequest =
  | { readonly kind: 'search'; readonly query: ParsedQuery; readonly options: SearchOptions }
  | { readonly kind: 'words'; readonly prefix: string; readonly limit: number }
  | { readonly kind: 'vocabulary' };

export type SearchResponse =
  | { readonly kind: 'search'; readonly result: SearchResult }
  | { readonly kind: 'words'; readonly words: WordCount[] }
  | { readonly kind: 'vocabulary'; readonly figures: VocabularyFigures }
  | { readonly kind: 'stale' }
  | { readonly kind: 'failed'; readonly message: string };
