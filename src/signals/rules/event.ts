import type { SignalKind } from '../../model/signal.ts';

/** What somebody did with an article, as the rules see it: accepted, stored, not yet counted. */
export interface SignalEvent {
  /** Given by the client where it retries; whoever counts keeps it apart from its repetitions (EVT-2). */
  readonly id: string;
  readonly kind: SignalKind;
  /** When the server accepted it, in milliseconds. Never the client's clock, which could end every window. */
  readonly at: number;
  readonly articleId: string;
  /** The user's id, or for the anonymous the id that rotates daily. */
  readonly visitorId: string;
  /** Null for the anonymous. */
  readonly userId: string | null;
  /** Users who wrote the article. */
  readonly authorIds: readonly string[];
  /** One opening of one article in one tab: all its heartbeats carry the same. Empty where there is none. */
  readonly visitId: string;
  /** In the visit so far, not since the last heartbeat: what is lost or comes twice then changes nothing. */
  readonly attentionSeconds: number;
  readonly address: string;
  readonly userAgent: string;
}
