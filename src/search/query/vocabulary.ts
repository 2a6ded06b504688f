/** What the pipeline asks about the articles; each implementation answers from its own dictionaries. */
export interface Vocabulary {
  readonly articles: number;
  /** The languages of most articles. */
  readonly languages: readonly string[];
  articlesWithStem(stem: string): number;
  /** As it is written, folded. */
  articlesWithWord(word: string): number;
  /** Words within `most` edits; `isFirstSure` looks only among those with the same first letter. */
  similar(word: string, most: number, isFirstSure: boolean): SimilarWord[];
  /** Names that sound so. */
  sounding(sound: string): { readonly word: string; readonly articles: number }[];
  startingWith(prefix: string, limit: number): { readonly word: string; readonly articles: number }[];
  /** Articles, up to some bound, in which the words stand one behind the other. */
  articlesWithPhrase(words: readonly string[]): number;
}

export interface SimilarWord {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
}
