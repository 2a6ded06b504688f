import { isUuid } from '../../lib/ids.ts';
import { FEEDBACKS, SHARE_CHANNELS, SIGNAL_KINDS, type SignalKind } from '../../model/signal.ts';

/**
 * EVT-4: one item as a client sent it, which may be anything at all. Every fault is told about the item alone, in words
 * that whoever wrote the client can act upon; the others of its batch are none the worse.
 */
export function readItem(
  item: unknown,
  now: number,
  isKnownArticle: (id: string) => boolean,
): ReadItem | Refusal {
  if (!isRecord(item)) return refuse('malformed', 'an event is an object');
  const { kind, article, id = '', at } = item;
  if (!isOneOf(kind, SIGNAL_KINDS)) return refuse('malformed', `kind is one of ${SIGNAL_KINDS.join(', ')}`);
  if (typeof article !== 'string') return refuse('malformed', ARTICLE_IS);
  // What is known is an id: looking at its letters takes longer than finding it.
  const isKnown = isKnownArticle(article);
  if (!isKnown && !isUuid(article)) return refuse('malformed', ARTICLE_IS);
  if (!isShort(id)) return refuse('malformed', `id is a text of at most ${LONGEST} characters`);
  if (at !== undefined && !isNear(at, now))
    return refuse('wrong-time', 'at is a time within five minutes of ours, in ISO 8601 or milliseconds');
  return detailsOf(kind, { item, article, isKnown, id });
}

function detailsOf(kind: SignalKind, { item, article, isKnown, id }: Common): ReadItem | Refusal {
  const { visit = '', seconds = 0, via = 'link', say } = item;
  if (!isShort(visit)) return refuse('malformed', `visit is a text of at most ${LONGEST} characters`);
  if (!isSeconds(seconds)) return refuse('malformed', 'seconds is a number from 0 to 86400');
  const read = { kind, articleId: article, isKnown, id, visit, seconds, detail: '' };
  switch (kind) {
    case 'view':
      return visit === '' ? refuse('malformed', 'a view has a visit') : read;
    case 'read':
      return visit === '' ? refuse('malformed', 'a read has a visit: the id of its session') : read;
    case 'share':
      if (!isOneOf(via, SHARE_CHANNELS))
        return refuse('malformed', `via is one of ${SHARE_CHANNELS.join(', ')}`);
      return id === ''
        ? refuse('malformed', 'a share has an id, by which it is known when it comes again')
        : { ...read, detail: via };
    case 'feedback':
      return isOneOf(say, FEEDBACKS)
        ? { ...read, detail: say }
        : refuse('malformed', `say is one of ${FEEDBACKS.join(', ')}`);
  }
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'code' in outcome;
}

function refuse(code: RefusalCode, message: string): Refusal {
  return { code, message };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOneOf<T extends string>(value: unknown, all: readonly T[]): value is T {
  return typeof value === 'string' && (all as readonly string[]).includes(value);
}

/** Control characters are no part of an id, and PostgreSQL stores no zero. */
function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST && !CONTROL.test(value) && value.isWellFormed();
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 86_400;
}

function isNear(value: unknown, now: number): boolean {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Math.abs(at - now) <= FARTHEST_MS;
}

const ARTICLE_IS = 'article is the id of one';
const LONGEST = 64;
/** Spelled out: asking for the property takes several times as long, and this is asked twice of every event. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const FARTHEST_MS = 5 * 60_000;

export const REFUSALS = ['malformed', 'wrong-time', 'unknown-article', 'too-many', 'not-allowed'] as const;
export type RefusalCode = (typeof REFUSALS)[number];

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** What the item says; who says it is known from the request. */
export interface ReadItem {
  readonly kind: SignalKind;
  readonly articleId: string;
  /** Whether there is such an article, as far as is known without looking it up. */
  readonly isKnown: boolean;
  readonly id: string;
  readonly detail: string;
  readonly visit: string;
  readonly seconds: number;
}

interface Common {
  readonly item: Readonly<Record<string, unknown>>;
  readonly article: string;
  readonly isKnown: boolean;
  readonly id: string;
}
