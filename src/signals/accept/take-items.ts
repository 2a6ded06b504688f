import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { createAcceptance } from './accept.ts';
import { KnownArticles } from './known-articles.ts';
import { OwnArticles } from './own-articles.ts';
import { isRefusal, type ReadItem, type Refusal, readItem } from './read-item.ts';
import { readSender } from './read-sender.ts';
import type { Sender, Signal } from './signal.ts';
import { createVisitors, type Visitors } from './visitor.ts';

/**
 * EVT-1, EVT-4: the items of one request. Resolves when those that are events are durable, and says of each of the others
 * why it is none.
 */
export function createSignalDesk(context: SignalDeskContext): SignalDesk {
  const { clock, database, newId } = context;
  const accept = createAcceptance(context);
  const articles = new KnownArticles(database);
  const visitors = createVisitors(context.keys);
  const published = new OwnArticles(database, clock);
  return async (items, whose) => {
    const { read, refused } = readItems(items, clock.now(), whose.mayForward);
    const ids = read.map(({ item }) => item.articleId);
    const [isKnown, own] = await Promise.all([articles.among(ids), published.among(whose.userId, ids)]);
    const senderOf = sendersOf(visitors, whose, clock.now());
    const signals: Signal[] = [];
    for (const { index, item, given } of read)
      if (isKnown(item.articleId)) {
        const sender = senderOf(given);
        const isOwn = sender.userId !== null && own.has(item.articleId);
        signals.push(signalOf(item, sender, item.id || newId(), isOwn));
      } else refused.push({ index, code: 'unknown-article', message: 'there is no article with this id' });
    if (signals.length > 0) await accept(signals);
    return { accepted: signals.length, refused: refused.sort((a, b) => a.index - b.index) };
  };
}

/** Written out: spreading two objects into a third takes longer than all else that is done to an event here. */
function signalOf(item: ReadItem, sender: SignalSender, id: string, isOwn: boolean): Signal {
  const { kind, detail, articleId, visit, seconds } = item;
  const { visitor, userId, from } = sender;
  return { id, kind, detail, articleId, visitor, userId, visit, seconds, isOwn, from };
}

function readItems(items: readonly unknown[], now: number, mayForward: boolean) {
  const refused: RefusedItem[] = [];
  const read: { readonly index: number; readonly item: ReadItem; readonly given: Sender | null }[] = [];
  for (const [index, each] of items.entries()) {
    const item = index < MOST_ITEMS ? readItem(each, now) : TOO_MANY;
    const given = isRefusal(item) ? null : senderIn(each, mayForward);
    if (isRefusal(item)) refused.push({ index, ...item });
    else if (given && 'code' in given) refused.push({ index, ...given });
    else read.push({ index, item, given });
  }
  return { read, refused };
}

/** Null where nobody is stated: the event is of who sends it. */
function senderIn(item: unknown, mayForward: boolean): Sender | Refusal | null {
  const given = typeof item === 'object' && item !== null && 'from' in item ? item.from : undefined;
  if (given === undefined) return null;
  return mayForward ? (readSender(given) ?? BAD_SENDER) : NOT_ALLOWED;
}

/** Whose each event is. A forwarded one is of nobody with an account; the same reader is hashed once in a request. */
function sendersOf(
  visitorOf: Visitors,
  { from, userId }: Whose,
  now: number,
): (given: Sender | null) => SignalSender {
  const own = { from, userId, visitor: userId ?? visitorOf(from, now) };
  const others = new Map<string, SignalSender>();
  return given => {
    if (given === null) return own;
    const name = `${given.address}\n${given.country}\n${given.userAgent}`;
    const known = others.get(name) ?? { from: given, userId: null, visitor: visitorOf(given, now) };
    others.set(name, known);
    return known;
  };
}

export const MOST_ITEMS = 1_000;
const TOO_MANY: Refusal = { code: 'too-many', message: `a request has at most ${MOST_ITEMS} events` };

const BAD_SENDER: Refusal = {
  code: 'malformed',
  message:
    'from is an object with an address, a userAgent of at most 300 characters and perhaps a country of two letters',
};
const NOT_ALLOWED: Refusal = {
  code: 'not-allowed',
  message: 'from is for tokens with the scope signals:forward',
};

type SignalSender = Pick<Signal, 'from' | 'userId' | 'visitor'>;

export type SignalDesk = (items: readonly unknown[], whose: Whose) => Promise<TakenItems>;

export interface Whose {
  readonly from: Sender;
  readonly userId: string | null;
  /** Whether its items may state for whom they are sent. */
  readonly mayForward: boolean;
}

export interface TakenItems {
  readonly accepted: number;
  readonly refused: readonly RefusedItem[];
}

export interface RefusedItem extends Refusal {
  readonly index: number;
}

export interface SignalDeskContext {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly newId: () => string;
}
