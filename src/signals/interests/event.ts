import type { InterestCommand } from '../../model/interest-command.ts';

/**
 * Changes a reader's interests: a signal about an article, or a command of the reader. All events of a reader
 * are in one partition of the log, so that offsets give their order (INT-2).
 */
export type InterestEvent = {
  /** In the partition of the log. */
  readonly offset: bigint;
  readonly at: number;
} & (ReadingSignal | InterestCommand);

export interface ReadingSignal {
  readonly kind: 'read' | 'save' | 'share' | 'like' | 'dislike' | 'hide' | 'hide-source';
  /** Whether the reader takes back an earlier signal of this kind. */
  readonly isUndo?: boolean;
  /** For reads only; null when unknown. */
  readonly dwellSeconds: number | null;
  readonly article: ArticleTraits;
}

/** The facts about an article that affect interests. */
export interface ArticleTraits {
  /** TOPIC-1: one number per topic of the taxonomy, of length one or all zero. */
  readonly topics: Float32Array;
  readonly entities: readonly string[];
  readonly sourceId: string;
}
