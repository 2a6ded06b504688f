import type { Queryable } from '../../platform/database/port.ts';
import { reachesOf } from '../reach/reach.ts';
import type { SignalKind } from '../rules/index.ts';
import type { Judged } from './judge-batch.ts';

/** A signal that counts, as the consumers of `signals.valid` get it: nothing of address or browser. */
export interface ValidSignal {
  readonly at: number;
  readonly kind: SignalKind;
  readonly detail: string;
  readonly articleId: string;
  readonly visitor: string;
  readonly userId: string | null;
  readonly seconds: number;
  readonly country: string;
  /** TREND-8: how many people whoever did it reaches; 1 as long as nobody knows better, 0 for who did not open it. */
  readonly reach: number;
}

export function toValidData(judged: readonly Judged[], reachOf: ReachOf): ValidRow[] {
  return judged.map(one => {
    const { at, signal } = one;
    const { kind, detail, articleId, visitor, userId, seconds, from } = signal;
    return [at, kind, detail, articleId, visitor, userId, seconds, from.country, reachOf(one)];
  });
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

/** What this program has written itself: the log hands back what was appended. */
export function fromValidData(data: unknown): ValidSignal[] {
  return (data as ValidRow[]).map(
    ([at, kind, detail, articleId, visitor, userId, seconds, country, reach = 1]) => ({
      at,
      kind,
      detail,
      articleId,
      visitor,
      userId,
      seconds,
      country,
      reach,
    }),
  );
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

export type ReachOf = (one: Pick<Judged, 'verdict' | 'signal'>) => number;
