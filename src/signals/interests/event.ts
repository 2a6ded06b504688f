import type { InterestCommand } from '../../model/interest-command.ts';

/**
 * What moves a reader's interests: what they did with articles, and what they said about themselves. Both lie in one
 * partition of the log, by reader, so that their offsets tell the order (INT-2).
 */
export type InterestEvent = {
  /** Of the log's partition; later events have a higher one. */
  readonly offset: bigint;
  readonly at: number;
} & (ReadingSignal | InterestCommand);

export interface ReadingSignal {
  readonly kind: 'read' | 'save' | 'share' | 'like' | 'dislike' | 'hide';
  /** Only of a read; null when it is not known how long it took. */
  readonly dwellSeconds: number | null;
  readonly article: ArticleTraits;
}

/** What is known of an article here. */
export interface ArticleTraits {
  /** TOPIC-1: one number for each place of the taxonomy, of length one or all zero. */
  readonly topics: Float32Array;
  readonly entities: readonly string[];
  readonly sourceId: string;
}
