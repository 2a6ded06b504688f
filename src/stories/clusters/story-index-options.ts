import { oddsOf } from './join-network.ts';

export interface StoryOptions {
  /** How long articles are remembered, in milliseconds. */
  readonly window?: number;
  /** How many articles are remembered at most; the oldest make room. */
  readonly mostArticles?: number;
  /** Log-odds that an article belongs to a story, from the evidence in the order of score.ts. */
  readonly odds?: (evidence: Float64Array) => number;
  /** Log-odds from which an article joins a story. */
  readonly joinAt?: number;
  /** Mean log-odds from which two stories are one. */
  readonly mergeAt?: number;
  /** Mean log-odds below which two parts of a story are two stories. */
  readonly splitBelow?: number;
}

export const DEFAULTS: Required<StoryOptions> = {
  window: 7 * 86_400_000,
  mostArticles: 1 << 20,
  odds: oddsOf,
  joinAt: 0.4,
  mergeAt: 1.2,
  splitBelow: 0.7,
};
