import type { Transaction } from '../../platform/database/port.ts';
import type { DueSource } from '../schedule/claim.ts';
import { FAILURES_TO_OPEN } from '../schedule/intervals.ts';
import { clearProblems, FAILING_KINDS, recordProblem } from '../sources/problems.ts';
import { setStatus } from '../sources/registry.ts';
import type { SourceResult } from '../steps.ts';
import { isDead } from './outcome.ts';

/** SRC-8: records and clears the problems of a source by what this fetch found. */
export async function recordHealth(
  tx: Transaction,
  source: DueSource,
  result: SourceResult,
  now: number,
): Promise<void> {
  if (result.movedTo) await recordProblem(tx, source.id, 'moved', { to: result.movedTo });
  if (result.kind === 'moved') return;
  if (result.kind !== 'failed') {
    if (source.failures > 0) await clearProblems(tx, [source.id], FAILING_KINDS);
    if (result.kind !== 'changed') return;
    if (result.feed.items.length === 0) await recordProblem(tx, source.id, 'empty', {});
    else if (source.isEmpty) await clearProblems(tx, [source.id], ['empty']);
    return;
  }
  const kind = result.problem ?? (source.failures + 1 >= FAILURES_TO_OPEN ? 'broken' : null);
  if (kind) await recordProblem(tx, source.id, kind, { error: result.error, status: result.status });
  if (isDead(source, result, now)) await setStatus(tx, source.id, 'dead');
}

/** Whether `recordHealth` has anything to write; few fetches do. */
export function affectsHealth(source: DueSource, result: SourceResult): boolean {
  if (result.kind === 'failed' || result.movedTo || source.failures > 0) return true;
  return result.kind === 'changed' && (source.isEmpty || result.feed.items.length === 0);
}
