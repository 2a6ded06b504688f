import type { SignalKind } from '../rules/event.ts';

/** EVT-1: what somebody did with an article, as it was accepted. */
export interface Signal {
  /** Given by the client where it may send again, or made here. */
  readonly id: string;
  readonly kind: SignalKind;
  /** How it was shared, or what the feedback says; empty for views and reads. */
  readonly detail: string;
  readonly articleId: string;
  /** The user's id, or for the anonymous the id that rotates daily. */
  readonly visitor: string;
  readonly userId: string | null;
  /** Of a read its session, of a view its visit: one opening of one article in one tab. Empty where there is none. */
  readonly visit: string;
  /** Of a view, in the visit so far; of a read, the time it took. 0 where it is not known. */
  readonly seconds: number;
  /** Whether who did it has published the article. */
  readonly isOwn: boolean;
  readonly from: Sender;
}

/** Whom the rules look at. It stays in the log for as long as that keeps its days, and is stored nowhere else. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  /** Two letters, or empty when nobody said. */
  readonly country: string;
}

export const SHARE_CHANNELS = [
  'link',
  'email',
  'x',
  'facebook',
  'whatsapp',
  'telegram',
  'reddit',
  'linkedin',
  'bluesky',
  'mastodon',
  'messages',
  'print',
  'other',
] as const;
export const FEEDBACKS = ['save', 'like', 'dislike', 'hide-source'] as const;
