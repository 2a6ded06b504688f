import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Sender, Signal } from '../../model/signal.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { createAcceptance } from './accept.ts';
import { KnownArticles } from './known-articles.ts';
import { OwnArticles } from './own-articles.ts';
import { isRefusal, type ReadItem, type Refusal, readItem } from './read-item.ts';
import { createSenders, type SenderOf, type SignalSender } from './senders.ts';
import { createVisitors } from './visitor.ts';

/**
 * EVT-1, EVT-4: the items of one request. Resolves when those that are events are durable, and says of each of the others
 * why it is none. Where everything is known already, which is nearly always, it waits for nothing but that.
 */
export function createSignalDesk(context: SignalDeskContext): SignalDesk {
  const { clock, database, newId } = context;
  const accept = createAcceptance(context);
  const articles = new KnownArticles(database);
  const visitors = createVisitors(context.keys);
  const published = new OwnArticles(database, clock);
  const isKnown = (id: string) => articles.has(id);

  return (items, whose) => {
    const now = clock.now();
    const taken = readItems(items, { now, senderOf: createSenders(visitors, whose, now), isKnown });
    const learning = articles.learn(taken.strange);
    const own = published.among(whose.userId, taken.read);
    return learning || own instanceof Promise
      ? Promise.all([own, learning]).then(([found]) => keep(taken, found))
      : keep(taken, own);
  };

  function keep({ read, refused }: ItemsRead, own: ReadonlySet<string>): Promise<TakenItems> {
    const signals: Signal[] = [];
    for (const { index, item, sender } of read)
      if (item.isKnown || articles.has(item.articleId)) {
        const isOwn = sender.userId !== null && own.has(item.articleId);
        signals.push(signalOf(item, sender, item.id || newId(), isOwn));
      } else refused.push({ index, code: 'unknown-article', message: 'there is no article with this id' });
    const outcome = { accepted: signals.length, refused: refused.sort((a, b) => a.index - b.index) };
    return signals.length > 0 ? accept(signals).then(() => outcome) : Promise.resolve(outcome);
  }
}

/** Written out: spreading two objects into a third takes longer than all else that is done to an event here. */
function signalOf(item: ReadItem, sender: SignalSender, id: string, isOwn: boolean): Signal {
  const { kind, detail, articleId, visit, seconds } = item;
  const { visitor, userId, from } = sender;
  return { id, kind, detail, articleId, visitor, userId, visit, seconds, isOwn, from };
}

function readItems(items: readonly unknown[], { now, senderOf, isKnown }: Reading): ItemsRead {
  const refused: RefusedItem[] = [];
  const strange: string[] = [];
  const read: { index: number; item: ReadItem; sender: SignalSender }[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = index < MOST_ITEMS ? readItem(items[index], now, isKnown) : TOO_MANY;
    const sender = isRefusal(item) ? item : senderOf(items[index]);
    if (isRefusal(item)) refused.push({ index, ...item });
    else if (isRefusal(sender)) refused.push({ index, ...sender });
    else {
      read.push({ index, item, sender });
      if (!item.isKnown) strange.push(item.articleId);
    }
  }
  return { read, strange, refused };
}

export const MOST_ITEMS = 1_000;
const TOO_MANY: Refusal = { code: 'too-many', message: `a request has at most ${MOST_ITEMS} events` };

interface Reading {
  readonly now: number;
  readonly senderOf: SenderOf;
  readonly isKnown: (articleId: string) => boolean;
}

interface ItemsRead {
  readonly read: readonly {
    readonly index: number;
    readonly item: ReadItem;
    readonly sender: SignalSender;
  }[];
  /** Articles that have to be looked up. */
  readonly strange: readonly string[];
  readonly refused: RefusedItem[];
}

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
