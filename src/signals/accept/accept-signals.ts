import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Signal } from '../../model/signal.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { createSignalAppender } from './append-signals.ts';
import { createItemSenders, type RequestSender, type SenderOf, type SignalSender } from './item-senders.ts';
import { KnownArticles } from './known-articles.ts';
import { OwnArticles } from './own-articles.ts';
import { type ItemRejection, isRejection, type ParsedSignal, parseItem } from './parse-item.ts';
import { createVisitorIds } from './visitor-ids.ts';

/**
 * EVT-1, EVT-4: accepts the items of one request. Resolves when all valid ones are durable, with the reason
 * for each rejected one. Nearly always all articles are cached, and the append is the only wait.
 */
export function createSignalAcceptor(context: AcceptSignalsDeps): AcceptSignals {
  const { clock, database, newId } = context;
  const accept = createSignalAppender(context);
  const articles = new KnownArticles(database);
  const visitors = createVisitorIds(context.keys);
  const published = new OwnArticles(database, clock);
  const isKnown = (id: string) => articles.has(id);

  return (items, requestSender) => {
    const now = clock.now();
    const parsedItems = parseItems(items, {
      now,
      senderOf: createItemSenders(visitors, requestSender, now),
      isKnown,
    });
    const loading = articles.load(parsedItems.unknownArticles);
    const own = published.among(requestSender.userId, parsedItems.parsed);
    return loading || own instanceof Promise
      ? Promise.all([own, loading]).then(([found]) => append(parsedItems, found))
      : append(parsedItems, own);
  };

  function append({ parsed, refused }: ParsedItems, own: ReadonlySet<string>): Promise<AcceptedItems> {
    const signals: Signal[] = [];
    for (const { index, item, sender } of parsed)
      if (item.isKnown || articles.has(item.articleId)) {
        const isOwn = sender.userId !== null && own.has(item.articleId);
        signals.push(signalOf(item, sender, item.id || newId(), isOwn));
      } else refused.push({ index, code: 'unknown-article', message: 'no article has this id' });
    const outcome = { accepted: signals.length, refused: refused.sort((a, b) => a.index - b.index) };
    return signals.length > 0 ? accept(signals).then(() => outcome) : Promise.resolve(outcome);
  }
}

/** Written out because spreading two objects into a third takes longer than all other work on an item. */
function signalOf(item: ParsedSignal, sender: SignalSender, id: string, isOwn: boolean): Signal {
  const { kind, detail, articleId, visit, seconds } = item;
  const { visitor, userId, from } = sender;
  return { id, kind, detail, articleId, visitor, userId, visit, seconds, isOwn, from };
}

function parseItems(items: readonly unknown[], { now, senderOf, isKnown }: ParsingDeps): ParsedItems {
  const refused: RejectedItem[] = [];
  const unknownArticles: string[] = [];
  const parsed: { index: number; item: ParsedSignal; sender: SignalSender }[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = index < MAX_ITEMS ? parseItem(items[index], now, isKnown) : TOO_MANY;
    const sender = isRejection(item) ? item : senderOf(items[index]);
    if (isRejection(item)) refused.push({ index, ...item });
    else if (isRejection(sender)) refused.push({ index, ...sender });
    else {
      parsed.push({ index, item, sender });
      if (!item.isKnown) unknownArticles.push(item.articleId);
    }
  }
  return { parsed, unknownArticles, refused };
}

export const MAX_ITEMS = 1_000;
const TOO_MANY: ItemRejection = { code: 'too-many', message: `a request has at most ${MAX_ITEMS} events` };

interface ParsingDeps {
  readonly now: number;
  readonly senderOf: SenderOf;
  readonly isKnown: (articleId: string) => boolean;
}

interface ParsedItems {
  readonly parsed: readonly {
    readonly index: number;
    readonly item: ParsedSignal;
    readonly sender: SignalSender;
  }[];
  /** Articles to look up. */
  readonly unknownArticles: readonly string[];
  readonly refused: RejectedItem[];
}

export type AcceptSignals = (
  items: readonly unknown[],
  requestSender: RequestSender,
) => Promise<AcceptedItems>;

export interface AcceptedItems {
  readonly accepted: number;
  readonly refused: readonly RejectedItem[];
}

export interface RejectedItem extends ItemRejection {
  readonly index: number;
}

export interface AcceptSignalsDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly newId: () => string;
}
