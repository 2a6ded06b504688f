import { isUuid } from '../../lib/ids.ts';
import { FEEDBACKS, SHARE_CHANNELS, SIGNAL_KINDS, type SignalKind } from '../../model/signal.ts';

/**
 * EVT-4: one item as a client sent it, which may be anything at all. Every fault is told about the item alone, in words
 * that whoever wrote the client can act upon; the others of its batch are none the worse.
 */
export function parseItem(
  item: unknown,
  now: number,
  isKnownArticle: (id: string) => boolean,
): ParsedItem | ItemRejection {
  if (!isRecord(item)) return reject('malformed', 'an event is an object');
  const { kind, article, id = '', at } = item;
  if (!isOneOf(kind, SIGNAL_KINDS)) return reject('malformed', `kind is one of ${SIGNAL_KINDS.join(', ')}`);
  if (typeof article !== 'string') return reject('malformed', ARTICLE_RULE);
  // What is known is an id: looking at its letters takes longer than finding it.
  const isKnown = isKnownArticle(article);
  if (!isKnown && !isUuid(article)) return reject('malformed', ARTICLE_RULE);
  if (!isShort(id)) return reject('malformed', `id is a text of at most ${MAX_TEXT_LENGTH} characters`);
  if (at !== undefined && !isNear(at, now))
    return reject('wrong-time', 'at is a time within five minutes of ours, in ISO 8601 or milliseconds');
  return parseDetails(kind, { item, article, isKnown, id });
}

function parseDetails(
  kind: SignalKind,
  { item, article, isKnown, id }: ItemBasics,
): ParsedItem | ItemRejection {
  const { visit = '', seconds = 0, via = 'link', say } = item;
  if (!isShort(visit)) return reject('malformed', `visit is a text of at most ${MAX_TEXT_LENGTH} characters`);
  if (!isSeconds(seconds)) return reject('malformed', 'seconds is a number from 0 to 86400');
  const read = { kind, articleId: article, isKnown, id, visit, seconds, detail: '' };
  switch (kind) {
    case 'view':
      return visit === '' ? reject('malformed', 'a view has a visit') : read;
    case 'read':
      return visit === '' ? reject('malformed', 'a read has a visit: the id of its session') : read;
    case 'share':
      if (!isOneOf(via, SHARE_CHANNELS))
        return reject('malformed', `via is one of ${SHARE_CHANNELS.join(', ')}`);
      return id === ''
        ? reject('malformed', 'a share has an id, by which it is known when it comes again')
        : { ...read, detail: via };
    case 'feedback':
      return isOneOf(say, FEEDBACKS)
        ? { ...read, detail: say }
        : reject('malformed', `say is one of ${FEEDBACKS.join(', ')}`);
  }
}

export function isRejection(outcome: object): outcome is ItemRejection {
  return 'code' in outcome;
}

function reject(code: RejectionCode, message: string): ItemRejection {
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
  return (
    typeof value === 'string' &&
    value.length <= MAX_TEXT_LENGTH &&
    !CONTROL.test(value) &&
    value.isWellFormed()
  );
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 86_400;
}

function isNear(value: unknown, now: number): boolean {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Math.abs(at - now) <= MAX_CLOCK_SKEW_MS;
}

const ARTICLE_RULE = 'article is the id of one';
const MAX_TEXT_LENGTH = 64;
/** Spelled out: asking for the property takes several times as long, and this is asked twice of every event. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export const REJECTION_CODES = [
  'malformed',
  'wrong-time',
  'unknown-article',
  'too-many',
  'not-allowed',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

export interface ItemRejection {
  readonly code: RejectionCode;
  readonly message: string;
}

/** What the item says; who says it is known from the request. */
export interface ParsedItem {
  readonly kind: SignalKind;
  readonly articleId: string;
  /** Whether there is such an article, as far as is known without looking it up. */
  readonly isKnown: boolean;
  readonly id: string;
  readonly detail: string;
  readonly visit: string;
  readonly seconds: number;
}

interface ItemBasics {
  readonly item: Readonly<Record<string, unknown>>;
  readonly article: string;
  readonly isKnown: boolean;
  readonly id: string;
}
