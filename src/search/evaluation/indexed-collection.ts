import type { SearchOptions, SearchResult } from '../engine/port.ts';
import type { Vocabulary } from '../query/vocabulary.ts';
import type { SearchDocument } from '../search-document.ts';

/** Indexes the articles of a collection with an engine, so that the evaluation is the same for all engines. */
export type OpenIndex = (
  documents: readonly SearchDocument[],
  synonyms?: readonly (readonly string[])[],
) => IndexedCollection | Promise<IndexedCollection>;

export interface IndexedCollection {
  search(text: string, options?: SearchOptions): SearchResult | Promise<SearchResult>;
  close(): void | Promise<void>;
}

/** Builds an engine's vocabulary from words and the number of articles that contain each. */
export type BuildVocabulary = (counts: ReadonlyMap<string, number>, articles: number) => Vocabulary;
