import type { ValidSignal } from '../../model/valid-signals.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { readReaches } from '../reach/reach.ts';
import type { JudgedSignal } from './apply-rules.ts';

/** Leaves out the address, the browser and the visitor. */
export function toValidSignal(judged: JudgedSignal, reachOf: ReachOf): ValidSignal {
  const { at, signal } = judged;
  const { kind, detail, articleId, userId, seconds, from } = signal;
  return { at, kind, detail, articleId, userId, seconds, country: from.country, reach: reachOf(judged) };
}

/** TREND-8: the reach of those who share: 1 unless an operator set it, 0 for a share of an article that was not opened. */
export async function lookUpReach(database: Queryable, judged: readonly JudgedSignal[]): Promise<ReachOf> {
  const sharers = new Set(judged.flatMap(({ signal }) => sharerOf(signal) ?? []));
  const known = await readReaches(database, [...sharers]);
  return ({ verdict, signal }) =>
    'valid' in verdict && verdict.isStranger ? 0 : (known.get(sharerOf(signal) ?? '') ?? 1);
}

function sharerOf({ kind, userId }: JudgedSignal['signal']): string | null {
  return kind === 'share' ? userId : null;
}

export type ReachOf = (one: Pick<JudgedSignal, 'verdict' | 'signal'>) => number;
