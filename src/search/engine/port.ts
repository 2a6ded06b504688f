import type { SearchExplanation } from '../query/explanation.ts';
import type { SearchFilters } from '../query/filters.ts';
import type { MatchedWords } from '../query/highlight.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import type { SearchDocument } from '../search-document.ts';

/**
 * SRCH-1: the index of articles. It is derived from the articles table and may be deleted at any time: indexing
 * compares `ids` with the table and puts missing articles.
 */
export interface SearchEngine {
  /**
   * Puts articles, or replaces those with the same id. They are searchable after the next `flush`, or earlier when
   * another caller flushes.
   */
  put(documents: readonly SearchDocument[]): Promise<void>;
  /** Removes articles from the next `flush` on. Unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>;
  /** Resolves when all earlier changes are searchable and durable. */
  flush(): Promise<void>;
  search(query: ParsedQuery, options?: SearchOptions): Promise<SearchResult>;
  /** Words of the articles with this prefix, the most frequent first. */
  suggestWords(prefix: string, limit?: number): Promise<WordCount[]>;
  vocabulary(): Promise<VocabularyFigures>;
  /** Articles that can be found. */
  count(): Promise<number>;
  /** A page of ids in ascending order, after `after`: to compare the index with the table. */
  ids(after: string | null, limit: number): Promise<string[]>;
  /** Replaces the sets of synonyms; each set lists words or phrases of the same meaning. */
  useSynonyms(sets: readonly (readonly string[])[]): void;
  figures(): Promise<EngineFigures>;
  /** Empties the index. */
  clear(): Promise<void>;
  /** Flushes, and releases files and threads. */
  close(): Promise<void>;
}

export interface SearchOptions {
  /** Combined with those of the query. */
  readonly filters?: SearchFilters;
  readonly sort?: 'relevance' | 'date';
  readonly offset?: number;
  readonly limit?: number;
  /** Returns each story once, with its best article. */
  readonly isGrouped?: boolean;
  /** The time for which freshness is computed. Without it, age and quality do not count. */
  readonly now?: Date;
  /** `auto` applies a correction when the query finds little, `off` never does. */
  readonly correction?: 'auto' | 'off';
  readonly hasFacets?: boolean;
  readonly isExplained?: boolean;
}

export interface SearchResult {
  /** Counts articles, also when hits are grouped by story. */
  readonly total: number;
  /** False when it was estimated from a sample, as for very frequent words. */
  readonly isTotalExact: boolean;
  /** `any` when too few articles contain all the words. */
  readonly matching: 'all' | 'any';
  readonly hits: readonly SearchHit[];
  readonly facets: Facets | null;
  readonly correction: Correction | null;
  /** The words to pass to `highlight` of search/query. */
  readonly matched: MatchedWords;
  readonly explanation: SearchExplanation | null;
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

/** "Did you mean": a query that finds more than the original. */
export interface Correction {
  /** The whole query, corrected. */
  readonly text: string;
  /** True when the hits are those of the corrected query. */
  readonly isApplied: boolean;
}

export interface WordCount {
  readonly word: string;
  /** Articles that contain it. */
  readonly articles: number;
}

export interface VocabularyFigures {
  readonly words: number;
  readonly articles: number;
}

export interface EngineFigures {
  readonly articles: number;
  /** Removed or replaced, but still stored. */
  readonly removed: number;
  readonly segments: number;
  readonly bytes: number;
  /** Segments that were damaged at the start and left out: their articles have to be put again. */
  readonly damaged: number;
}
