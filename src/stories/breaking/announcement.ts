/** BREAK-2: an announcement of the detector; each is made once. */
export type BreakingAnnouncement =
  | {
      readonly kind: 'began';
      readonly story: string;
      readonly at: number;
      readonly because: BreakingCause;
      /** Articles a minute. */
      readonly velocity: number;
      /** Independent sources, counted up to the number needed. */
      readonly sources: number;
    }
  | { readonly kind: 'ended'; readonly story: string; readonly at: number; readonly beganAt: number }
  /** Two stories merged: the episode announced for `from` belongs to `story` now. */
  | { readonly kind: 'moved'; readonly story: string; readonly from: string; readonly at: number };

export type BreakingCause = 'coverage' | 'engagement';

/** One article that was put into a story. */
export interface ReportedArticle {
  readonly article: string;
  /** The copy group; `null` for a text without copies. */
  readonly copyGroup: string | null;
  /** Groups that merged into this one when the article arrived; their articles are copies now. */
  readonly joinedGroups?: readonly string[];
  readonly source: string;
  /** When it was stored. */
  readonly at: number;
  /**
   * When it was published. An article that was old when it was stored (an import, a first fetch) says nothing about
   * now.
   */
  readonly publishedAt?: number;
  /**
   * The hashes of its salient words. Without them a template that many publishers fill at the same hour counts as
   * news.
   */
  readonly words?: Iterable<number> | undefined;
}

/** BREAK-4: a story that is or was breaking. */
export interface BreakingStory {
  readonly story: string;
  readonly beganAt: number;
  /** `null` while it is breaking. */
  readonly endedAt: number | null;
  readonly because: BreakingCause;
  readonly velocity: number;
}
