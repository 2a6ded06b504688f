import { type Column, cellOf, columnOf, toColumn } from '../lib/column.ts';
import { arrayOf, type Guard, isNumber, isString, nullable, oneOf, shape } from '../lib/guards.ts';
import { ValueList } from '../lib/value-list.ts';
import { type InterestCommand, isInterestCommand } from './interest-command.ts';
import { SIGNAL_KINDS, type SignalKind } from './signal.ts';

/**
 * An event of `signals.valid`. What readers did and how they edit their interests share the stream, so that the offsets
 * of a reader's partition order both (INT-2).
 */
export type ValidEvent =
  | { readonly kind: 'signals'; readonly key: string; readonly signals: readonly ValidSignal[] }
  | {
      readonly kind: 'interests';
      readonly userId: string;
      readonly at: number;
      readonly command: InterestCommand;
    };

/** A signal that passed the rules, without address, browser and visitor. */
export interface ValidSignal {
  readonly at: number;
  readonly kind: SignalKind;
  readonly detail: string;
  readonly articleId: string;
  readonly userId: string | null;
  readonly seconds: number;
  readonly country: string;
  /** TREND-8: how many people the visitor reaches: 1 when unknown, 0 when they did not open the article. */
  readonly reach: number;
}

/**
 * Signals are stored by columns, as in `signals.accepted`: a process that takes over trending reads half a minute of
 * them before its first edition, and every byte delays it.
 */
export function encodeValid(event: ValidEvent): StoredValidEvent {
  if (event.kind === 'interests') {
    const { kind, userId, at, command } = event;
    return { kind, userId, at, wish: command };
  }
  const { signals } = event;
  const start = signals.reduce((earliest, { at }) => Math.min(earliest, at), signals[0]?.at ?? 0);
  const articles = new ValueList();
  const about = signals.map(({ articleId }) => articles.numberOf(articleId));
  return {
    kind: 'signals',
    start,
    after: toColumn(signals, ({ at }) => at - start),
    articles: articles.values,
    about,
    kinds: toColumn(signals, ({ kind }) => kind),
    details: toColumn(signals, ({ detail }) => detail),
    userIds: toColumn(signals, ({ userId }) => userId),
    seconds: toColumn(signals, ({ seconds }) => seconds),
    countries: toColumn(signals, ({ country }) => country),
    reaches: toColumn(signals, ({ reach }) => reach),
  };
}

/** Version 3: every event names its kind. */
export function decodeValid(data: unknown, key: string): ValidEvent | null {
  if (isStoredSignals(data)) return fromColumns(data, key);
  return isStoredCommand(data) ? fromCommand(data) : null;
}

/** Version 2: columns and commands without a kind. */
export function decodeValid2(data: unknown, key: string): ValidEvent | null {
  if (isCommand(data)) return fromCommand(data);
  return isColumns(data) ? fromColumns(data, key) : null;
}

/** Version 1: one array for each signal; the reach was added later. */
export function decodeValid1(data: unknown, key: string): ValidEvent | null {
  return areRows(data) ? { kind: 'signals', key, signals: data.map(fromRow) } : null;
}

function fromColumns(columns: ValidColumns, key: string): ValidEvent {
  const { start, after, articles, about, kinds, details, userIds, seconds, countries, reaches } = columns;
  const signals = about.map((article, index) => ({
    at: start + cellOf(after, index, 0),
    kind: cellOf(kinds, index, 'view'),
    detail: cellOf(details, index, ''),
    articleId: articles[article] ?? '',
    userId: cellOf(userIds, index, null),
    seconds: cellOf(seconds, index, 0),
    country: cellOf(countries, index, ''),
    reach: cellOf(reaches, index, 1),
  }));
  return { kind: 'signals', key, signals };
}

function fromCommand({ userId, at, wish }: CommandRow): ValidEvent {
  return { kind: 'interests', userId, at, command: wish };
}

function fromRow(row: ValidRow): ValidSignal {
  const [at, kind, detail, articleId, , userId, seconds, country, reach = 1] = row;
  return { at, kind, detail, articleId, userId, seconds, country, reach };
}

type StoredValidEvent =
  | ({ readonly kind: 'signals' } & ValidColumns)
  | ({ readonly kind: 'interests' } & CommandRow);

/** The stored name of the command is `wish`; it must stay. */
interface CommandRow {
  readonly userId: string;
  readonly at: number;
  readonly wish: InterestCommand;
}

interface ValidColumns {
  /** When the first signal was accepted, and the delay of each signal after it, in milliseconds. */
  readonly start: number;
  readonly after: Column<number>;
  readonly articles: readonly string[];
  /** Indexes into `articles`. */
  readonly about: readonly number[];
  readonly kinds: Column<SignalKind>;
  readonly details: Column<string>;
  readonly userIds: Column<string | null>;
  readonly seconds: Column<number>;
  readonly countries: Column<string>;
  readonly reaches: Column<number>;
}

type ValidRow = readonly [
  at: number,
  kind: SignalKind,
  detail: string,
  articleId: string,
  visitor: string,
  userId: string | null,
  seconds: number,
  country: string,
  reach?: number,
];

const isKind = oneOf(...SIGNAL_KINDS);
const commandGuards = { userId: isString, at: isNumber, wish: isInterestCommand };
const columnGuards = {
  start: isNumber,
  after: columnOf(isNumber),
  articles: arrayOf(isString),
  about: arrayOf(isNumber),
  kinds: columnOf(isKind),
  details: columnOf(isString),
  userIds: columnOf(nullable(isString)),
  seconds: columnOf(isNumber),
  countries: columnOf(isString),
  reaches: columnOf(isNumber),
};
const isCommand: Guard<CommandRow> = shape(commandGuards);
const isColumns: Guard<ValidColumns> = shape(columnGuards);
const isStoredCommand: Guard<CommandRow> = shape({ ...commandGuards, kind: oneOf('interests') });
const isStoredSignals: Guard<ValidColumns> = shape({ ...columnGuards, kind: oneOf('signals') });
const areRows = arrayOf(isRow);

function isRow(value: unknown): value is ValidRow {
  if (!Array.isArray(value)) return false;
  const [at, kind, detail, articleId, visitor, userId, seconds, country, reach = 1] = value;
  return (
    [detail, articleId, visitor, country].every(isString) &&
    [at, seconds, reach].every(isNumber) &&
    isKind(kind) &&
    (userId === null || isString(userId))
  );
}
