import { type Column, cellOf, toColumn } from '../../lib/column.ts';
import { ValueList } from '../../lib/value-list.ts';
import type { SignalKind } from '../rules/event.ts';
import type { Sender, Signal } from './signal.ts';

/**
 * Signals of one moment as one event of the log, by columns. What many of them share is written once: who sent it, which
 * article it is about, and a column that is the same for all. Of a thousand shares that leaves 22 bytes each instead of
 * 142, which are made, sent, stored and read again.
 */
export function toLogData(at: number, signals: readonly Signal[]): SignalsData {
  const { length } = signals;
  const senders = new Senders();
  const articles = new ValueList();
  const by = new Array<number>(length);
  const about = new Array<number>(length);
  for (let index = 0; index < length; index++) {
    const signal = signals[index];
    if (signal === undefined) continue;
    by[index] = senders.numberOf(signal);
    about[index] = articles.numberOf(signal.articleId);
  }
  return {
    at,
    senders: senders.rows,
    articles: articles.values,
    by,
    about,
    kinds: toColumn(signals, kindOf),
    ids: toColumn(signals, idOf),
    details: toColumn(signals, detailOf),
    visits: toColumn(signals, visitOf),
    seconds: toColumn(signals, secondsOf),
    own: toColumn(signals, ownOf),
  };
}

/** What this program has written itself: the log hands back what was appended. */
export function fromLogData(data: unknown): AcceptedSignals {
  const { at, senders, articles, by, about, kinds, ids, details, visits, seconds, own } = data as SignalsData;
  const from = senders.map(([address, userAgent, country]): Sender => ({ address, userAgent, country }));
  return {
    at,
    signals: by.flatMap((number, index) => {
      const [sender, row, articleId] = [from[number], senders[number], articles[about[index] ?? -1]];
      if (sender === undefined || row === undefined || articleId === undefined) return [];
      return {
        id: cellOf(ids, index, ''),
        kind: cellOf(kinds, index, 'view'),
        detail: cellOf(details, index, ''),
        articleId,
        visitor: row[3],
        userId: row[4],
        visit: cellOf(visits, index, ''),
        seconds: cellOf(seconds, index, 0),
        isOwn: cellOf(own, index, false),
        from: sender,
      };
    }),
  };
}

const kindOf = ({ kind }: Signal) => kind;
const idOf = ({ id }: Signal) => id;
const detailOf = ({ detail }: Signal) => detail;
const visitOf = ({ visit }: Signal) => visit;
const secondsOf = ({ seconds }: Signal) => seconds;
const ownOf = ({ isOwn }: Signal) => isOwn;

/** By the object that says who it was, which all signals of one request and reader share. */
class Senders {
  readonly rows: SenderRow[] = [];
  readonly #last = new Map<Sender, { readonly number: number; readonly visitor: string }>();

  numberOf({ from, visitor, userId }: Signal): number {
    const known = this.#last.get(from);
    if (known?.visitor === visitor) return known.number;
    const number = this.rows.push([from.address, from.userAgent, from.country, visitor, userId]) - 1;
    this.#last.set(from, { number, visitor });
    return number;
  }
}

export interface AcceptedSignals {
  /** When the server accepted them, in milliseconds. */
  readonly at: number;
  readonly signals: readonly Signal[];
}

export interface SignalsData extends Pick<AcceptedSignals, 'at'> {
  readonly senders: readonly SenderRow[];
  readonly articles: readonly string[];
  /** The number of its sender, and of its article. */
  readonly by: readonly number[];
  readonly about: readonly number[];
  readonly kinds: Column<SignalKind>;
  readonly ids: Column<string>;
  readonly details: Column<string>;
  readonly visits: Column<string>;
  readonly seconds: Column<number>;
  readonly own: Column<boolean>;
}

type SenderRow = readonly [
  address: string,
  userAgent: string,
  country: string,
  visitor: string,
  userId: string | null,
];
