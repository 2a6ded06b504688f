/** An article as the search index and saved searches read it. */
export interface SearchDocument {
  /** The UUID of the article. */
  readonly id: string;
  readonly storyId: string | null;
  readonly title: string;
  /** Ids of topics, for filters and facets. */
  readonly topics: readonly string[];
  /** Names of topics and entities, and categories: a field with its own weight. */
  readonly tags: string;
  readonly summary: string;
  readonly body: string;
  /** Selects the stemmer; null when unknown. */
  readonly language: string | null;
  readonly sourceId: string;
  readonly country: string | null;
  readonly publishedAt: Date;
  /** Of the source, from 0 to 1. */
  readonly quality: number;
  readonly isBreaking: boolean;
}

/** Publication time in seconds since 1970, limited to 32 bits. */
export function secondOf({ publishedAt }: Pick<SearchDocument, 'publishedAt'>): number {
  return Math.min(0xffffffff, Math.max(0, Math.floor(publishedAt.getTime() / 1_000)));
}
