/**
 * TREND-1, TREND-6: the lists of the newest snapshots. Reading uses memory only and never counts. There is a list for
 * every window, kind of item, measure and dimension, with at most `MAX_LIST_LENGTH` entries.
 */
export interface ListSource {
  /** Best first; empty when nothing is trending or no snapshot has arrived yet. */
  of(list: ListName): readonly TrendingEntry[];
}

export interface ListName {
  readonly window: WindowName;
  readonly of: TrendingKind;
  readonly by: TrendingMeasure;
  /** Without a dimension: the global list. */
  readonly dimension?: Dimension | undefined;
}

export interface Dimension {
  readonly kind: (typeof DIMENSIONS)[number];
  /** The id of a topic or category, or two lower-case letters for a country. */
  readonly value: string;
}

export interface TrendingEntry {
  readonly id: string;
  /** From 1. */
  readonly rank: number;
  /** The ranking score: weighted shares, reads, or both combined. */
  readonly score: number;
  readonly shares: number;
  readonly reads: number;
}

export const WINDOWS = ['1m', '1h', '24h'] as const;
export const KINDS = ['articles', 'stories'] as const;
export const MEASURES = ['shares', 'reads', 'blend'] as const;
export const DIMENSIONS = ['category', 'topic', 'country'] as const;
export const MAX_LIST_LENGTH = 500;

export type WindowName = (typeof WINDOWS)[number];
export type TrendingKind = (typeof KINDS)[number];
export type TrendingMeasure = (typeof MEASURES)[number];

/** As `global`, `category/politics`, `topic/elections` or `country/de`. */
export function dimensionKey(dimension: Dimension | undefined): string {
  return dimension ? `${dimension.kind}/${dimension.value}` : 'global';
}

/** The name of a list within its window. */
export function listKey({ of, by, dimension }: Omit<ListName, 'window'>): string {
  return `${of}/${by}/${dimensionKey(dimension)}`;
}
