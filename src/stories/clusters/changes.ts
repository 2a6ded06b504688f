import type { ClusterFeatures } from './features.ts';

/** A change to stories. Changes are listed in the order in which they happened. */
export type ClusterChange = ArticlePlaced | StoriesMerged | StorySplit;

export interface ArticlePlaced {
  readonly kind: 'placed';
  readonly article: string;
  readonly story: string;
  /** The confidence, from 0 to 1. */
  readonly score: number;
}

/** `from` is gone and redirects to `into`. */
export interface StoriesMerged {
  readonly kind: 'merged';
  readonly from: string;
  readonly into: string;
}

/** `articles` left `from` for `into`, which may be new. This can revive an id that redirected because of a merge. */
export interface StorySplit {
  readonly kind: 'split';
  readonly from: string;
  readonly into: string;
  readonly articles: readonly string[];
}

export interface ArticleToIndex {
  readonly id: string;
  readonly features: ClusterFeatures;
  /** The copy group, if the text has known copies. */
  readonly copyGroup?: string;
}

/** An article with its story, for restoring the index. */
export interface IndexedArticle extends ArticleToIndex {
  readonly story: string;
}
