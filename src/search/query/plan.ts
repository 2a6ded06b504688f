/** What is looked up: terms of the dictionaries, no longer words. */
export interface Plan {
  /** Each has to be in an article, and adds to its score. */
  readonly required: readonly Group[];
  /** Add to the score where they are; without anything required, one of them has to be there. */
  readonly optional: readonly Group[];
  /** Have to stand as they do here. Their words are required besides. */
  readonly phrases: readonly Phrase[];
  readonly excluded: readonly Excluded[];
  /** One term of each list has to be there. */
  readonly filters: readonly (readonly string[])[];
  /** Seconds: published then or later, and earlier than. */
  readonly after: number | null;
  readonly before: number | null;
}

/** Terms that count as one: stems of a word, its synonyms, words that begin so. */
export interface Group {
  readonly label: string;
  readonly terms: readonly WeightedTerm[];
  /** Alternatives of several words. */
  readonly phrases: readonly Phrase[];
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** For each place the stems that may stand there; stop words leave their place open. */
export interface Phrase {
  readonly places: readonly { readonly offset: number; readonly stems: readonly string[] }[];
  readonly isInTitle: boolean;
}

/** A term, or a phrase. */
export type Excluded = { readonly term: string } | { readonly phrase: Phrase };

export const NOTHING: Plan = {
  required: [],
  optional: [],
  phrases: [],
  excluded: [],
  filters: [],
  after: null,
  before: null,
};
