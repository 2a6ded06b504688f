/** A query as terms of the dictionaries. */
export interface QueryPlan {
  /** Each has to occur in an article, and adds to its score. */
  readonly required: readonly TermGroup[];
  /** Add to the score of articles that contain them; without required groups, one of them has to occur. */
  readonly optional: readonly TermGroup[];
  /** Have to occur as phrases. Their words are also in `required`. */
  readonly phrases: readonly PhrasePlan[];
  readonly excluded: readonly ExcludedTerm[];
  /** One term of each list has to occur. */
  readonly filters: readonly (readonly string[])[];
  /** In seconds; `after` is inclusive, `before` exclusive. */
  readonly after: number | null;
  readonly before: number | null;
}

/** Terms that count as one: stems of a word, its synonyms, its completions. */
export interface TermGroup {
  readonly label: string;
  readonly terms: readonly WeightedTerm[];
  /** Alternatives of several words. */
  readonly phrases: readonly PhrasePlan[];
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** For each word its offset and the stems that may occur there; stop words leave gaps. */
export interface PhrasePlan {
  readonly words: readonly { readonly offset: number; readonly stems: readonly string[] }[];
  readonly isInTitle: boolean;
}

/** A term, or a phrase. */
export type ExcludedTerm = { readonly term: string } | { readonly phrase: PhrasePlan };
