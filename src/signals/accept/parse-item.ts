import { isUuid } from '../../lib/ids.ts';
import { FEEDBACKS, SHARE_CHANNELS, SIGNAL_KINDS, type SignalKind } from '../../model/signal.ts';

/**
 * EVT-4: parses one item of a client, which may be any JSON. A rejection concerns this item only, and its
 * message says what the client's developer should change.
 */
export function parseItem(
  item: unknown,
  now: number,
  isKnownArticle: (id: string) => boolean,
): ParsedSignal | ItemRejection {
  if (!isRecord(item)) return reject('malformed', 'an event must be an object');
  const { kind, article, id = '', at } = item;
  if (!isOneOf(kind, SIGNAL_KINDS))
    return reject('malformed', `kind must be one of ${SIGNAL_KINDS.join(', ')}`);
  if (typeof article !== 'string') return reject('malformed', ARTICLE_RULE);
  // A known article has a valid id: finding it is faster than checking its characters.
  const isKnown = isKnownArticle(article);
  if (!isKnown && !isUuid(article)) return reject('malformed', ARTICLE_RULE);
  if (!isShort(id)) return reject('malformed', `id must be a text of at most ${MAX_TEXT_LENGTH} characters`);
  if (at !== undefined && !isNear(at, now))
    return reject(
      'wrong-time',
      'at must be within five minutes of the server time, in ISO 8601 or milliseconds',
    );
  return parseDetails(kind, { item, article, isKnown, id });
}

function parseDetails(
  kind: SignalKind,
  { item, article, isKnown, id }: ItemBasics,
): ParsedSignal | ItemRejection {
  const { visit = '', seconds = 0, via = 'link', say } = item;
  if (!isShort(visit))
    return reject('malformed', `visit must be a text of at most ${MAX_TEXT_LENGTH} characters`);
  if (!isSeconds(seconds)) return reject('malformed', 'seconds must be a number from 0 to 86400');
  const read = { kind, articleId: article, isKnown, id, visit, seconds, detail: '' };
  switch (kind) {
    case 'view':
      return visit === '' ? reject('malformed', 'a view requires a visit') : read;
    case 'read':
      return visit === '' ? reject('malformed', 'a read requires a visit: the id of its session') : read;
    case 'share':
      if (!isOneOf(via, SHARE_CHANNELS))
        return reject('malformed', `via must be one of ${SHARE_CHANNELS.join(', ')}`);
      return id === ''
        ? reject('malformed', 'a share requires an id, so that a repeat is recognised')
        : { ...read, detail: via };
    case 'feedback':
      return isOneOf(say, FEEDBACKS)
        ? { ...read, detail: say }
        : reject('malformed', `say must be one of ${FEEDBACKS.join(', ')}`);
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

/** An id has no control characters, and PostgreSQL does not store NUL. */
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

const ARTICLE_RULE = 'article must be the id of an article';
const MAX_TEXT_LENGTH = 64;
/** Spelled out: `\\p{Cc}` takes several times as long, and this runs twice for every item. */
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

/** The sender comes from the request. */
export interface ParsedSignal {
  readonly kind: SignalKind;
  readonly articleId: string;
  /** Whether the article is known to exist without a lookup. */
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
