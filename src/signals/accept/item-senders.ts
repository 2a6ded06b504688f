import type { Sender, Signal } from '../../model/signal.ts';
import type { RequestSender } from './accept-signals.ts';
import type { ItemRejection } from './parse-item.ts';
import { parseSender } from './read-sender.ts';
import type { VisitorIdOf } from './visitor-ids.ts';

/**
 * Whose each event of a request is: of who sends it, or of whom it states. A forwarded one is of nobody with an account.
 * The same reader is looked at once in a request, found by the texts as they came, without putting them together.
 */
export function createItemSenders(visitorOf: VisitorIdOf, whose: RequestSender, now: number): SenderOf {
  const { from, userId, mayForward } = whose;
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const BAD_SENDER: ItemRejection = {
  code: 'malformed',
  message:
    'from is an object with an address, a userAgent of at most 300 characters and perhaps a country of two letters',
};
const NOT_ALLOWED: ItemRejection = {
  code: 'not-allowed',
  message: 'from is for tokens with the scope signals:forward',
};

interface GivenSender {
  readonly address?: unknown;
  readonly userAgent?: unknown;
  readonly country?: unknown;
}

export type SenderOf = (item: unknown) => SignalSender | ItemRejection;

export type SignalSender = Pick<Signal, 'from' | 'userId' | 'visitor'>;
