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

export function toValidData(judged: readonly Judged[]): ValidRow[] {
  return judged.map(one => {
    const { at, signal } = one;
    const { kind, detail, articleId, visitor, userId, seconds, from } = signal;
    return [at, kind, detail, articleId, visitor, userId, seconds, from.country, reachOf(one)];
  });
}

/** Whoever shares what they did not open reaches nobody, as far as anybody knows. */
export function reachOf({ verdict }: Pick<Judged, 'verdict'>): number {
  return 'valid' in verdict && verdict.isStranger ? 0 : 1;
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
