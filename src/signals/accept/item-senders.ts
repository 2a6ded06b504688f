import { isIP } from 'node:net';
import type { Sender, Signal } from '../../model/signal.ts';
import type { ItemRejection } from './parse-item.ts';
import type { VisitorIdOf } from './visitor-ids.ts';

/**
 * Finds the sender of each item of a request: the client itself, or the reader that a forwarded item names. Forwarded
 * items never belong to an account. A reader is parsed once per request, keyed by the raw texts without joining them.
 */
export function createItemSenders(
  visitorOf: VisitorIdOf,
  requestSender: RequestSender,
  now: number,
): SenderOf {
  const { from, userId, mayForward } = requestSender;
  let own: SignalSender | undefined;
  let others: Map<unknown, Map<unknown, SignalSender>> | undefined;
  return item => {
    const given = isObject(item) && 'from' in item ? item.from : undefined;
    if (given === undefined) {
      own ??= { from, userId, visitor: userId ?? visitorOf(from, now) };
      return own;
    }
    if (!mayForward) return NOT_ALLOWED;
    others ??= new Map();
    return forwardedSender(others, given, found => ({
      from: found,
      userId: null,
      visitor: visitorOf(found, now),
    }));
  };
}

function forwardedSender(
  others: Map<unknown, Map<unknown, SignalSender>>,
  given: unknown,
  senderOf: (found: Sender) => SignalSender,
): SignalSender | ItemRejection {
  if (!isObject(given)) return BAD_SENDER;
  const { address, userAgent, country } = given as GivenSender;
  const known = others.get(address)?.get(userAgent);
  if (known && known.from.country === (country ?? '')) return known;
  const found = parseSender(given);
  if (found === null) return BAD_SENDER;
  const sender = senderOf(found);
  others.set(address, (others.get(address) ?? new Map<unknown, SignalSender>()).set(userAgent, sender));
  return sender;
}

/**
 * The reader for whom a forwarder, such as an app's own backend, sends an item. Null when it is invalid. Forwarding needs
 * a token with the scope `signals:forward`.
 */
function parseSender(given: unknown): Sender | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const { address, userAgent, country = '' }: GivenSender = given;
  if (typeof address !== 'string' || isIP(address) === 0) return null;
  if (typeof userAgent !== 'string' || userAgent.length > MAX_AGENT_LENGTH || !isStorable(userAgent))
    return null;
  if (typeof country !== 'string' || !/^(?:[a-z]{2})?$/i.test(country)) return null;
  return { address, userAgent, country: country.toLowerCase() };
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export const MAX_AGENT_LENGTH = 300;

const BAD_SENDER: ItemRejection = {
  code: 'malformed',
  message:
    'from must be an object with an address, a userAgent of at most 300 characters and optionally a two-letter country',
};
const NOT_ALLOWED: ItemRejection = {
  code: 'not-allowed',
  message: 'from requires a token with the scope signals:forward',
};

interface GivenSender {
  readonly address?: unknown;
  readonly userAgent?: unknown;
  readonly country?: unknown;
}

export type SenderOf = (item: unknown) => SignalSender | ItemRejection;

export type SignalSender = Pick<Signal, 'from' | 'userId' | 'visitor'>;

export interface RequestSender {
  readonly from: Sender;
  readonly userId: string | null;
  /** Whether its items may name the reader for whom they are sent. */
  readonly mayForward: boolean;
}
