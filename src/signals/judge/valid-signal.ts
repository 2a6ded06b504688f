import { type Column, cellOf, toColumn } from '../../lib/column.ts';
import { ValueList } from '../../lib/value-list.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { reachesOf } from '../reach/reach.ts';
import type { SignalKind } from '../rules/index.ts';
import type { Judged } from './judge-batch.ts';

/** A signal that counts, as the consumers of `signals.valid` get it: nothing of address, browser or visitor. */
export interface ValidSignal {
  readonly at: number;
  readonly kind: SignalKind;
  readonly detail: string;
  readonly articleId: string;
  readonly userId: string | null;
  readonly seconds: number;
  readonly country: string;
  /** TREND-8: how many people whoever did it reaches; 1 as long as nobody knows better, 0 for who did not open it. */
  readonly reach: number;
}

/**
 * What counts of a batch as one event of the log, by columns as what was accepted: whoever takes over counting what is
 * trending reads half a minute of these before its first list, and waits for each byte.
 */
export function toValidData(judged: readonly Judged[], reachOf: ReachOf): ValidData {
  const start = judged.reduce((earliest, { at }) => Math.min(earliest, at), judged[0]?.at ?? 0);
  const articles = new ValueList();
  const about = judged.map(({ signal }) => articles.numberOf(signal.articleId));
  return {
    start,
    after: toColumn(judged, ({ at }) => at - start),
    articles: articles.values,
    about,
    kinds: toColumn(judged, ({ signal }) => signal.kind),
    details: toColumn(judged, ({ signal }) => signal.detail),
    userIds: toColumn(judged, ({ signal }) => signal.userId),
    seconds: toColumn(judged, ({ signal }) => signal.seconds),
    countries: toColumn(judged, ({ signal }) => signal.from.country),
    reaches: toColumn(judged, reachOf),
  };
}

/** Of those who share, as far as it is known. Whoever shares what they did not open reaches nobody, as far as anybody knows. */
export async function lookUpReach(database: Queryable, judged: readonly Judged[]): Promise<ReachOf> {
  const sharers = new Set(judged.flatMap(({ signal }) => sharerOf(signal) ?? []));
  const known = await reachesOf(database, [...sharers]);
  return ({ verdict, signal }) =>
    'valid' in verdict && verdict.isStranger ? 0 : (known.get(sharerOf(signal) ?? '') ?? 1);
}

function sharerOf({ kind, userId }: Judged['signal']): string | null {
  return kind === 'share' ? userId : null;
}

/** What this program has written itself: the log hands back what was appended, and for days also what an earlier version did. */
export function fromValidData(data: unknown): ValidSignal[] {
  if (Array.isArray(data)) return (data as ValidRow[]).map(fromRow);
  const { start, after, articles, about, kinds, details, userIds, seconds, countries, reaches } =
    data as ValidData;
  return about.map((article, index) => ({
    at: start + cellOf(after, index, 0),
    kind: cellOf(kinds, index, 'view'),
    detail: cellOf(details, index, ''),
    articleId: articles[article] ?? '',
    userId: cellOf(userIds, index, null),
    seconds: cellOf(seconds, index, 0),
    country: cellOf(countries, index, ''),
    reach: cellOf(reaches, index, 1),
  }));
}

function fromRow([
  at,
  kind,
  detail,
  articleId,
  ,
  userId,
  seconds,
  country,
  reach = 1,
]: ValidRow): ValidSignal {
  return { at, kind, detail, articleId, userId, seconds, country, reach };
}

/** One signal as it was written before there were columns. */
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

interface ValidData {
  /** When the first was accepted, in milliseconds, and how long after that each was. */
  readonly start: number;
  readonly after: Column<number>;
  readonly articles: readonly string[];
  /** The number of its article. */
  readonly about: readonly number[];
  readonly kinds: Column<SignalKind>;
  readonly details: Column<string>;
  readonly userIds: Column<string | null>;
  readonly seconds: Column<number>;
  readonly countries: Column<string>;
  readonly reaches: Column<number>;
}

export type ReachOf = (one: Pick<Judged, 'verdict' | 'signal'>) => number;
