import type { IndexSegment } from '../segment/segment.ts';

/**
 * SRCH-1: relevance, raised by freshness and by the quality of the source. A new article of a good source beats an
 * old one that is up to twice as relevant, and no more.
 */
export interface Ranking {
  of(segment: IndexSegment): SegmentRanking;
}

export interface SegmentRanking {
  score(relevance: number, document: number): number;
  /** The relevance above which articles from this one on can score more than `threshold`; later articles are older. */
  minRelevance(threshold: number, document: number): number;
}

export function byRelevance(now: Date | null): Ranking {
  if (now === null)
    return {
      of: () => ({ score: relevance => relevance, minRelevance: threshold => roundedDown(threshold) }),
    };
  const second = now.getTime() / 1_000;
  return {
    of: ({ columns: { published, qualities } }) => {
      const freshness = (document: number) =>
        FRESHNESS_WEIGHT /
        (1 + Math.max(0, second - (published[document] ?? 0)) / FRESHNESS_HALF_LIFE_SECONDS);
      return {
        score: (relevance, document) =>
          relevance * (1 + freshness(document) + (QUALITY_WEIGHT * (qualities[document] ?? 0)) / 255),
        minRelevance: (threshold, document) =>
          roundedDown(threshold / (1 + freshness(document) + QUALITY_WEIGHT)),
      };
    },
  };
}

export function byDate(): Ranking {
  return {
    of: ({ columns: { published } }) => ({
      score: (_, document) => published[document] ?? 0,
      minRelevance: (threshold, document) =>
        (published[document] ?? 0) > threshold ? BELOW_ALL : Number.POSITIVE_INFINITY,
    }),
  };
}

/** Adding the same numbers in another order changes their last digits. */
function roundedDown(number: number): number {
  return number * (1 - 1e-12);
}

/** Below every relevance. */
const BELOW_ALL = -1;
const FRESHNESS_WEIGHT = 0.8;
/** After this time, half of the freshness is left. */
const FRESHNESS_HALF_LIFE_SECONDS = 3 * 86_400;
const QUALITY_WEIGHT = 0.2;
