import { parentPort, workerData } from 'node:worker_threads';
import { fold } from '../../analysis/fold.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';
import type { SearchOptions, SearchResult, VocabularyFigures, WordCount } from '../port.ts';
import { IndexReader } from './index-reader.ts';
import type { View } from './lookup/index-view.ts';
import { vocabularyOf } from './lookup/vocabulary.ts';
import type { IndexState } from './manifest.ts';
import { searchView } from './search-view.ts';

/** A thread that searches. Each job says how new the index has to be; a thread that knows an older one asks for news. */
const reader = new IndexReader((workerData as { folder: string }).folder);
let synonyms = { version: 0, index: new SynonymIndex([]) };
let known: { view: View; vocabulary: Vocabulary } | null = null;

parentPort?.on('message', (job: SearchJob) => {
  parentPort?.postMessage(answerOf(job));
});

function answerOf(job: SearchJob): SearchAnswer {
  try {
    if (!isUpToDate(job)) return { kind: 'needs news' };
    const { view } = reader;
    if (known?.view !== view) known = { view, vocabulary: vocabularyOf(view) };
    return answerTo(job.question, known);
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

function answerTo(question: SearchQuestion, { view, vocabulary }: NonNullable<typeof known>): SearchAnswer {
  if (question.kind === 'search') {
    const result = searchView(view, vocabulary, synonyms.index, question.query, question.options);
    return { kind: 'search', result };
  }
  if (question.kind === 'words')
    return { kind: 'words', words: vocabulary.startingWith(fold(question.prefix), question.limit) };
  const words = view.parts.reduce((sum, { segment }) => sum + segment.words.size, 0);
  return { kind: 'vocabulary', figures: { words, articles: view.articles } };
}

export interface SearchJob {
  readonly question: SearchQuestion;
  readonly generation: number;
  readonly synonymsVersion: number;
  /** Only when a thread has asked for them. */
  readonly state?: IndexState;
  readonly synonyms?: readonly (readonly string[])[];
}

export type SearchQuestion =
  | { readonly kind: 'search'; readonly query: ParsedQuery; readonly options: SearchOptions }
  | { readonly kind: 'words'; readonly prefix: string; readonly limit: number }
  | { readonly kind: 'vocabulary' };

export type SearchAnswer =
  | { readonly kind: 'search'; readonly result: SearchResult }
  | { readonly kind: 'words'; readonly words: WordCount[] }
  | { readonly kind: 'vocabulary'; readonly figures: VocabularyFigures }
  | { readonly kind: 'needs news' }
  | { readonly kind: 'failed'; readonly message: string };
