/** What query compilation needs to know about the articles; each engine answers from its own dictionaries. */
export interface Vocabulary {
  readonly articles: number;
  /** The languages of most articles. */
  readonly languages: readonly string[];
  articlesWithStem(stem: string): number;
  /** As written, folded. */
  articlesWithWord(word: string): number;
  /** Words within `maxEdits` edits; `sameFirstLetter` restricts them to words with the same first letter. */
  similar(word: string, maxEdits: number, sameFirstLetter: boolean): SimilarWord[];
  /** Names with this phonetic key. */
  soundingLike(phoneticKey: string): { readonly word: string; readonly articles: number }[];
  startingWith(prefix: string, limit: number): { readonly word: string; readonly articles: number }[];
  /** The number of articles, up to a limit, that contain the words as a phrase. */
  articlesWithPhrase(words: readonly string[]): number;
}

export interface SimilarWord {
  readonly word: string;
  readonly articles: number;
  readonly distance: number;
}
