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

/**
 * Signals of one moment as one event of the log. Who sent them is written once for all that it sent: of a thousand
 * signals in a batch that is a third of the bytes.
 */
export function toLogData(at: number, signals: readonly Signal[]): SignalsData {
  const senders = new Map<Sender, number>();
  return {
    at,
    // Read field by field: taking the rest of an object apart costs more than writing it all.
    signals: signals.map(signal => {
      let sender = senders.get(signal.from);
      if (sender === undefined) {
        sender = senders.size;
        senders.set(signal.from, sender);
      }
      return [
        sender,
        signal.kind,
        signal.id,
        signal.articleId,
        signal.visitor,
        signal.userId,
        signal.detail,
        signal.visit,
        signal.seconds,
        signal.isOwn,
      ];
    }),
    senders: [...senders.keys()].map(({ address, userAgent, country }) => [address, userAgent, country]),
  };
}

/** What this program has written itself: the log hands back what was appended. */
export function fromLogData(data: unknown): AcceptedSignals {
  const { at, signals, senders } = data as SignalsData;
  const from = senders.map(([address, userAgent, country]): Sender => ({ address, userAgent, country }));
  return {
    at,
    signals: signals.flatMap(
      ([sender, kind, id, articleId, visitor, userId, detail, visit, seconds, isOwn]) => {
        const known = from[sender];
        return known
          ? [{ id, kind, detail, articleId, visitor, userId, visit, seconds, isOwn, from: known }]
          : [];
      },
    ),
  };
}

export interface AcceptedSignals {
  /** When the server accepted them, in milliseconds. */
  readonly at: number;
  readonly signals: readonly Signal[];
}

export interface SignalsData extends Pick<AcceptedSignals, 'at'> {
  readonly signals: readonly SignalRow[];
  readonly senders: readonly (readonly [address: string, userAgent: string, country: string])[];
}

type SignalRow = readonly [
  sender: number,
  kind: SignalKind,
  id: string,
  articleId: string,
  visitor: string,
  userId: string | null,
  detail: string,
  visit: string,
  seconds: number,
  isOwn: boolean,
];
