/**
 * SRCH-2: a query as it was meant. Everything that is not understood as an operator is words, so every text has
 * a meaning.
 */
export interface ParsedQuery {
  /** What was read: the text, cut to the longest query. */
  readonly text: string;
  /** Each of these is wanted. */
  readonly clauses: readonly Clause[];
  /** Articles with any of these are left out. */
  readonly excluded: readonly Term[];
  readonly filters: QueryFilters;
}

/** One of the alternatives is enough: `storm OR flood`. Most clauses have one. */
export interface Clause {
  readonly alternatives: readonly Term[];
}

/** A word, or words that stand one behind the other; as typed, not yet folded or stemmed. */
export interface Term {
  readonly words: readonly string[];
  /** In quotes: side by side or not at all. Words that a hyphen or dot joins are only better side by side. */
  readonly isPhrase: boolean;
  readonly field: 'any' | 'title';
  /** The last word of a query may be the beginning of a word. */
  readonly isPrefix: boolean;
}

/** Values of one kind are alternatives. Names are as typed; whoever asks turns names of sources into ids. */
export interface QueryFilters {
  readonly sources: readonly string[];
  readonly excludedSources: readonly string[];
  readonly topics: readonly string[];
  readonly excludedTopics: readonly string[];
  readonly languages: readonly string[];
  readonly excludedLanguages: readonly string[];
  /** Milliseconds since 1970: published then or later. */
  readonly after: number | null;
  /** Published earlier than this. */
  readonly before: number | null;
}
