import type { Explanation } from '../query/explanation.ts';
import type { SearchFilters } from '../query/filters.ts';
import type { MatchedWords } from '../query/highlight.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import type { SearchDocument } from '../search-document.ts';

/**
 * SRCH-1: the index of articles. It is derived from the articles table and may be deleted at any time: whoever
 * feeds it compares `ids` with the table and puts what is missing.
 */
export interface SearchEngine {
  /**
   * Puts articles or replaces those of the same id. What was put is found after the next `flush`; one that comes
   * from elsewhere in between may make it visible earlier.
   */
  put(documents: readonly SearchDocument[]): Promise<void>;
  /** Takes articles out, from the next `flush` on. Unknown ids are passed over. */
  remove(ids: readonly string[]): Promise<void>;
  /** Resolves when all that was put and removed before is found, and survives the end of the machine. */
  flush(): Promise<void>;
  search(query: ParsedQuery, options?: SearchOptions): Promise<SearchResult>;
  /** Words of the articles that begin so, the most frequent first. */
  suggestWords(prefix: string, limit?: number): Promise<WordCount[]>;
  vocabulary(): Promise<VocabularyFigures>;
  /** Articles that can be found. */
  count(): Promise<number>;
  /** Ids in their order, from the first one after `after`: for comparing with the table, a page at a time. */
  ids(after: string | null, limit: number): Promise<string[]>;
  /** Sets of words that mean the same, each the words or phrases of one set; they replace those before. */
  useSynonyms(sets: readonly (readonly string[])[]): void;
  figures(): Promise<EngineFigures>;
  /** Empties the index. */
  clear(): Promise<void>;
  /** Flushes and lets go of files and threads. */
  close(): Promise<void>;
}

export interface SearchOptions {
  /** Hold together with those of the query. */
  readonly filters?: SearchFilters;
  readonly sort?: 'relevance' | 'date';
  readonly offset?: number;
  readonly limit?: number;
  /** Then a story comes once, with its best article. */
  readonly isGrouped?: boolean;
  /** The moment from which freshness is reckoned; without one, and for quality, age counts for nothing. */
  readonly now?: Date;
  /** `auto` applies a correction when what was typed finds little, `off` takes the query at its word. */
  readonly correction?: 'auto' | 'off';
  readonly hasFacets?: boolean;
  readonly isExplained?: boolean;
}

export interface SearchResult {
  /** Articles, also when stories are grouped. */
  readonly total: number;
  /** False when it was reckoned from a part of the index, as for words that are everywhere. */
  readonly isTotalExact: boolean;
  /** `any` when too few articles hold all the words. */
  readonly matching: 'all' | 'any';
  readonly hits: readonly SearchHit[];
  readonly facets: Facets | null;
  readonly correction: Correction | null;
  /** For `highlight` of src/search/query: which words of a text were found. */
  readonly matched: MatchedWords;
  readonly explanation: Explanation | null;
}

export interface SearchHit {
  readonly id: string;
  readonly storyId: string | null;
  readonly score: number;
  readonly publishedAt: Date;
  /** The next best articles of the same story, when grouped. */
  readonly others: readonly string[];
}

export interface Facets {
  readonly topics: readonly FacetCount[];
  readonly sources: readonly FacetCount[];
  readonly languages: readonly FacetCount[];
  readonly countries: readonly FacetCount[];
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** "Did you mean": what finds more than what was typed. */
export interface Correction {
  /** The whole query, corrected. */
  readonly text: string;
  /** True when the hits are those of the corrected query. */
  readonly isApplied: boolean;
}

export interface WordCount {
  readonly word: string;
  /** Articles that hold it. */
  readonly articles: number;
}

export interface VocabularyFigures {
  readonly words: number;
  readonly articles: number;
}

export interface EngineFigures {
  readonly articles: number;
  /** Still stored though taken out or replaced. */
  readonly removed: number;
  readonly segments: number;
  readonly bytes: number;
  /** Parts that were found damaged at the start and were left out: their articles have to be put again. */
  readonly damaged: number;
}
