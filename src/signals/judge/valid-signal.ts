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
  /** TREND-8: how many people whoever did it reaches; 1 as long as nobody knows better. */
  readonly reach: number;
}

export function toValidData(judged: readonly Judged[]): ValidRow[] {
  return judged.map(({ at, signal: { kind, detail, articleId, visitor, userId, seconds, from } }) => [
    at,
    kind,
    detail,
    articleId,
    visitor,
    userId,
    seconds,
    from.country,
  ]);
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
