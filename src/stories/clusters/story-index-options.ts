import { joinOdds } from './join-network.ts';

export interface StoryIndexOptions {
  /** How long articles are kept for comparison, in milliseconds. */
  readonly window?: number;
  /** The maximum number of articles; the oldest are evicted. */
  readonly maxArticles?: number;
  /** Log-odds that an article belongs to a story, from the evidence in the order of `EVIDENCE`. */
  readonly odds?: (evidence: Float64Array) => number;
  /** Minimum log-odds to join a story. */
  readonly joinAt?: number;
  /** Minimum mean log-odds to merge two stories. */
  readonly mergeAt?: number;
  /** Maximum mean log-odds to split a story in two. */
  readonly splitBelow?: number;
}

export const DEFAULT_OPTIONS: Required<StoryIndexOptions> = {
  window: 7 * 86_400_000,
  maxArticles: 1 << 20,
  odds: joinOdds,
  joinAt: 0.4,
  mergeAt: 1.2,
  splitBelow: 0.7,
};
