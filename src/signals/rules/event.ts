import type { SignalKind } from '../../model/signal.ts';

/** A signal as the rules see it: accepted, not yet counted. */
export interface SignalEvent {
  /** Set by clients that retry; duplicates are removed before the rules (EVT-2). */
  readonly id: string;
  readonly kind: SignalKind;
  /**
   * When the server accepted it, in milliseconds. The client's clock is not used: it could end every window.
   */
  readonly at: number;
  readonly articleId: string;
  /** The user's id; for an anonymous visitor an id that changes every day. */
  readonly visitorId: string;
  /** Null for anonymous visitors. */
  readonly userId: string | null;
  /** Users who wrote the article. */
  readonly authorIds: readonly string[];
  /** One opening of one article in one tab; all its heartbeats have the same id. Empty if there is none. */
  readonly visitId: string;
  /** In the visit so far, not since the last heartbeat, so that lost or repeated heartbeats change nothing. */
  readonly attentionSeconds: number;
  readonly address: string;
  readonly userAgent: string;
}
