import { type Column, cellOf, columnOf, toColumn } from '../lib/column.ts';
import {
  arrayOf,
  type Guard,
  isBoolean,
  isNumber,
  isString,
  nullable,
  oneOf,
  shape,
  tuple,
} from '../lib/guards.ts';
import { ValueList } from '../lib/value-list.ts';
import { type Sender, SIGNAL_KINDS, type Signal, type SignalKind } from './signal.ts';

/** Signals of one partition that the program accepted together: one event of `signals.accepted`. */
export interface AcceptedSignals {
  /** From `visitorKey`. */
  readonly key: string;
  /** When the server accepted them, in milliseconds. */
  readonly at: number;
  readonly signals: readonly Signal[];
}

/**
 * Stored by columns. Values that many signals share are written once: the sender, the article, and every column in which
 * all cells are equal. An event of a thousand shares takes 22 bytes a share instead of 142, and all of them are encoded,
 * sent, stored and decoded.
 */
export function encodeAccepted({ at, signals }: AcceptedSignals): AcceptedColumns {
  const { length } = signals;
  const senders = new SenderList();
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

export function decodeAccepted(columns: AcceptedColumns, key: string): AcceptedSignals {
  const { at, senders, articles, by, about, kinds, ids, details, visits, seconds, own } = columns;
  const from = senders.map(([address, userAgent, country]): Sender => ({ address, userAgent, country }));
  return {
    key,
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

/** Signals of one request and reader share their `from` object, so senders are compared by identity. */
class SenderList {
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

export interface AcceptedColumns {
  readonly at: number;
  readonly senders: readonly SenderRow[];
  readonly articles: readonly string[];
  /** Indexes into `senders` and `articles`. */
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

export const isAcceptedColumns: Guard<AcceptedColumns> = shape<AcceptedColumns>({
  at: isNumber,
  senders: arrayOf(tuple<SenderRow>(isString, isString, isString, isString, nullable(isString))),
  articles: arrayOf(isString),
  by: arrayOf(isNumber),
  about: arrayOf(isNumber),
  kinds: columnOf(oneOf(...SIGNAL_KINDS)),
  ids: columnOf(isString),
  details: columnOf(isString),
  visits: columnOf(isString),
  seconds: columnOf(isNumber),
  own: columnOf(isBoolean),
});
