import type { Segment } from '../segment/segment.ts';

/**
 * SRCH-1: relevance, lifted by freshness and by the quality of the source. A new article of a good source beats an
 * old one that fits up to twice as well, and no more.
 */
export interface Ranking {
  of(segment: Segment): SegmentRanking;
}

export interface SegmentRanking {
  score(relevance: number, document: number): number;
  /**
   * Articles from this one on, which only get older, score no more than `threshold` unless their relevance is above
   * this.
   */
  needed(threshold: number, document: number): number;
}

export function byRelevance(now: Date | null): Ranking {
  if (now === null)
    return { of: () => ({ score: relevance => relevance, needed: threshold => slightlyLess(threshold) }) };
  const second = now.getTime() / 1_000;
  return {
    of: ({ columns: { published, qualities } }) => {
      const freshness = (document: number) =>
        FRESH / (1 + Math.max(0, second - (published[document] ?? 0)) / FRESH_SECONDS);
      return {
        score: (relevance, document) =>
          relevance * (1 + freshness(document) + (QUALITY * (qualities[document] ?? 0)) / 255),
        needed: (threshold, document) => slightlyLess(threshold / (1 + freshness(document) + QUALITY)),
      };
    },
  };
}

export function byDate(): Ranking {
  return {
    of: ({ columns: { published } }) => ({
      score: (_, document) => published[document] ?? 0,
      needed: (threshold, document) =>
        (published[document] ?? 0) > threshold ? ANY : Number.POSITIVE_INFINITY,
    }),
  };
}

/** Sums of the same numbers in another order differ in their last digits. */
function slightlyLess(number: number): number {
  return number * (1 - 1e-12);
}

/** Below every relevance. */
const ANY = -1;
const FRESH = 0.8;
/** After this time half of the freshness is gone. */
const FRESH_SECONDS = 3 * 86_400;
const QUALITY = 0.2;
