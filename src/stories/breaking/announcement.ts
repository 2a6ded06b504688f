/** BREAK-2: what the rest of the program is told, each once. */
export type BreakingAnnouncement =
  | {
      readonly kind: 'began';
      readonly story: string;
      readonly at: number;
      readonly because: BreakingCause;
      /** Articles a minute. */
      readonly velocity: number;
      /** Independent sources, counted up to the number that is asked for. */
      readonly sources: number;
    }
  | { readonly kind: 'ended'; readonly story: string; readonly at: number; readonly beganAt: number }
  /** Two stories became one: what was announced as `from` is `story` from now on. */
  | { readonly kind: 'moved'; readonly story: string; readonly from: string; readonly at: number };

export type BreakingCause = 'coverage' | 'engagement';

/** One article that was put into a story. */
export interface ReportedArticle {
  readonly article: string;
  /** The group of articles with the same text; `null` for a text of its own. */
  readonly copyGroup: string | null;
  /** Groups that turned out to be of this text when it came; what was told as another is a copy now. */
  readonly joinedGroups?: readonly string[];
  readonly source: string;
  /** When it was stored, whenever we hear of it. */
  readonly at: number;
  /** News that was old when it was stored (an import, a first visit) says nothing about now. */
  readonly publishedAt?: number;
  /** Its telling words, as numbers; without them a template that many houses fill at the same hour passes for news. */
  readonly words?: Iterable<number> | undefined;
}

/** BREAK-4: one row of what is or was breaking. */
export interface BreakingStory {
  readonly story: string;
  readonly beganAt: number;
  /** `null` while it is breaking. */
  readonly endedAt: number | null;
  readonly because: BreakingCause;
  readonly velocity: number;
}
