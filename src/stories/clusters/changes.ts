import type { ClusterFeatures } from './features.ts';

/** What became of stories, in the order in which it happened. */
export type Change = Placed | Merged | Split;

export interface Placed {
  readonly kind: 'placed';
  readonly article: string;
  readonly story: string;
  /** How sure the index is, from 0 to 1. */
  readonly score: number;
}

/** `from` is gone and redirects to `into`. */
export interface Merged {
  readonly kind: 'merged';
  readonly from: string;
  readonly into: string;
}

/** `articles` left `from` for `into`, which may be new or not; an id that redirected because of a merge may come alive again this way. */
export interface Split {
  readonly kind: 'split';
  readonly from: string;
  readonly into: string;
  readonly articles: readonly string[];
}

export interface PlacedArticle {
  readonly id: string;
  readonly features: ClusterFeatures;
  /** The group of copies of one text, if it is known to have any. */
  readonly copyGroup?: string;
}

/** An article as it was placed, for filling the index again. */
export interface StateRow extends PlacedArticle {
  readonly story: string;
}
