import { isNumber, isString, nullable, oneOf, shape } from '../lib/guards.ts';

/** TREND-9: an article or a story entered the top of a trending list for the first time. */
export interface TrendingEntered {
  readonly of: 'articles' | 'stories';
  readonly id: string;
  /** Null for the global list. */
  readonly category: string | null;
  readonly window: string;
  readonly rank: number;
  readonly score: number;
  readonly at: number;
}

export const isTrendingEntered = shape<TrendingEntered>({
  of: oneOf('articles', 'stories'),
  id: isString,
  category: nullable(isString),
  window: isString,
  rank: isNumber,
  score: isNumber,
  at: isNumber,
});
