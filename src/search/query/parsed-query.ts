/** SRCH-2: a parsed query. Text that is no operator is words, so every text is a valid query. */
export interface ParsedQuery {
  /** The text, cut to the maximum length. */
  readonly text: string;
  /** Each of these is required. */
  readonly clauses: readonly Clause[];
  /** Articles with any of these are excluded. */
  readonly excluded: readonly Term[];
  readonly filters: QueryFilters;
}

/** One of the alternatives is enough: `storm OR flood`. Most clauses have one. */
export interface Clause {
  readonly alternatives: readonly Term[];
}

/** A word, or adjacent words; as typed, not yet folded or stemmed. */
export interface Term {
  readonly words: readonly string[];
  /** In quotes: adjacent words are required. For words joined by a hyphen or dot they are preferred. */
  readonly isPhrase: boolean;
  readonly field: 'any' | 'title';
  /** The last word of a query may be incomplete. */
  readonly isPrefix: boolean;
}

/** Values of one kind are alternatives. Names are as typed; callers resolve names of sources to ids. */
export interface QueryFilters {
  readonly sources: readonly string[];
  readonly excludedSources: readonly string[];
  readonly topics: readonly string[];
  readonly excludedTopics: readonly string[];
  readonly languages: readonly string[];
  readonly excludedLanguages: readonly string[];
  /** Milliseconds since 1970, inclusive. */
  readonly after: number | null;
  /** Exclusive. */
  readonly before: number | null;
}
