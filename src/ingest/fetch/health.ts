import type { Transaction } from '../../platform/database/port.ts';
import type { DueSource } from '../schedule/claim.ts';
import { FAILURES_TO_OPEN } from '../schedule/intervals.ts';
import { endProblems, FAILING_KINDS, noteProblem } from '../sources/problems.ts';
import { setStatus } from '../sources/registry.ts';
import type { SourceResult } from './fetch-source.ts';
import { isDead } from './outcome.ts';

/** SRC-8: what a person should know begins and ends with what was just seen. */
export async function noteHealth(
  tx: Transaction,
  source: DueSource,
  result: SourceResult,
  now: number,
): Promise<void> {
  if (result.movedTo) await noteProblem(tx, source.id, 'moved', { to: result.movedTo });
  if (result.kind === 'moved') return;
  if (result.kind !== 'failed') {
    if (source.failures > 0) await endProblems(tx, [source.id], FAILING_KINDS);
    if (result.kind !== 'changed') return;
    if (result.feed.items.length === 0) await noteProblem(tx, source.id, 'empty', {});
    else if (source.isEmpty) await endProblems(tx, [source.id], ['empty']);
    return;
  }
  const kind = result.problem ?? (source.failures + 1 >= FAILURES_TO_OPEN ? 'broken' : null);
  if (kind) await noteProblem(tx, source.id, kind, { error: result.error, status: result.status });
  if (isDead(source, result, now)) await setStatus(tx, source.id, 'dead');
}

/** Whether there is anything to note: such fetches are the rare ones. */
export function isRemarkable(source: DueSource, result: SourceResult): boolean {
  if (result.kind === 'failed' || result.movedTo || source.failures > 0) return true;
  return result.kind === 'changed' && (source.isEmpty || result.feed.items.length === 0);
}
