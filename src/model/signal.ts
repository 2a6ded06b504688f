export const SIGNAL_KINDS = ['view', 'read', 'share', 'feedback'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** EVT-1: something a visitor did with an article, as the program accepted it. */
export interface Signal {
  /** Set by a client that may retry, otherwise generated here. */
  readonly id: string;
  readonly kind: SignalKind;
  /** The share channel or the kind of feedback; empty for views and reads. */
  readonly detail: string;
  readonly articleId: string;
  /** The user's id; for an anonymous visitor an id that changes every day. */
  readonly visitor: string;
  readonly userId: string | null;
  /** One opening of one article in one tab: the session of a read, the visit of a view. Empty for other kinds. */
  readonly visit: string;
  /** For a view the attention in the visit so far, for a read its duration; 0 when unknown. */
  readonly seconds: number;
  /** Whether the visitor published the article. */
  readonly isOwn: boolean;
  readonly from: Sender;
}

/** For the rules. Stored only in `signals.accepted`, until that stream's retention ends. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  /** Two letters; empty when unknown. */
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
/** `hide` hides a story, `hide-source` its source. The others take back the one that they name. */
export const FEEDBACKS = [
  'save',
  'like',
  'dislike',
  'hide',
  'hide-source',
  'undo-like',
  'undo-dislike',
  'undo-hide',
] as const;
export type Feedback = (typeof FEEDBACKS)[number];

/** What feedback says, without the mark of what takes it back. */
export function parseFeedback(detail: string): { readonly says: string; readonly isUndo: boolean } {
  const isUndo = detail.startsWith(UNDO);
  return { says: isUndo ? detail.slice(UNDO.length) : detail, isUndo };
}

const UNDO = 'undo-';
