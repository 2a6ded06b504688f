import { codeOf } from '../../platform/database/failures.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { IngestContext } from '../context.ts';
import { isHostFailure, isRateLimited } from '../fetch/responses.ts';
import type { ActiveVisit } from '../fetch/visit.ts';
import type { DueSource } from '../schedule/claim.ts';
import { FAILURES_TO_OPEN } from '../schedule/intervals.ts';
import { clearProblems, FAILING_KINDS, recordProblem } from '../sources/problems.ts';
import { setStatus } from '../sources/registry.ts';
import type { FetchCommit, ParsedSource, SourceResult, StoredCounts } from '../steps.ts';
import { saveHubs } from '../websub/subscriptions.ts';
import { isDead, outcomeOf } from './outcome.ts';
import { countArticles, countFetch } from './report.ts';

/** Stores the articles of a source, the record of its fetch and its next time. Returns false when the visit ends here. */
export async function storeSource(
  visit: ActiveVisit,
  parsed: ParsedSource,
  isLast: boolean,
): Promise<boolean> {
  const { context } = visit;
  const { source, result } = parsed;
  const goesOn = !isLast && mayContinue(result);
  if (!goesOn) visit.freeSlot();
  try {
    report(context, parsed, await commitSource(visit, parsed, goesOn));
  } catch (error) {
    if (result.kind !== 'changed' || !isDocumentFault(error)) throw error;
    context.telemetry.log.error('crawl.document_not_stored', { source: source.id, error });
    await commitSource(visit, { ...parsed, result: unstorable(result) }, goesOn);
  }
  countFetch(visit, result.kind);
  return goesOn;
}

function report(context: IngestContext, { source, result }: ParsedSource, stored: StoredCounts): void {
  const { log } = context.telemetry;
  const { status, durationMs } = result;
  if (result.kind === 'failed')
    log.info('crawl.error', { source: source.id, host: source.host, status, reason: result.error });
  else log.debug('crawl.fetched', { source: source.id, outcome: result.kind, status, durationMs });
  countArticles(context, { source: source.kind, sourceId: source.id }, stored);
}

async function commitSource(
  { context, commit, lease, delayMs, visit }: ActiveVisit,
  { source, result, fetchId, begunAt }: ParsedSource,
  goesOn: boolean,
): Promise<StoredCounts> {
  const [since, now] = [performance.now(), context.clock.now()];
  const holdMs = goesOn ? lease.holdMs(delayMs()) : delayMs();
  const stored = await commit({
    visit,
    sourceId: source.id,
    ...articlesOf(result),
    complete: ({ added, queued, revised }) =>
      outcomeOf(source, result, {
        fetchId,
        begunAt,
        now,
        random: context.random,
        holdMs,
        stored: { added: added + queued, revised },
      }),
    ...otherWrites(context, { source, result }, now),
  });
  lease.renew(since, holdMs);
  return stored;
}

/** Most fetches change neither problems nor hubs, and write nothing else. */
function otherWrites(
  context: IngestContext,
  { source, result }: Pick<ParsedSource, 'source' | 'result'>,
  now: number,
): Pick<FetchCommit, 'also'> {
  const changesHealth = affectsHealth(source, result);
  const feed = result.kind === 'changed' && result.feed.hubs.length > 0 ? result.feed : null;
  if (!changesHealth && !feed) return {};
  return {
    also: async tx => {
      if (changesHealth) await recordHealth(tx, source, result, now);
      if (feed) await saveHubs(tx, context, source.id, feed);
    },
  };
}

function articlesOf(result: SourceResult): Pick<FetchCommit, 'articles' | 'waitingForPage'> {
  const items = result.kind === 'changed' ? result.feed.items : [];
  return {
    articles: items.filter(({ wantsPage }) => !wantsPage).map(({ article }) => article),
    waitingForPage: items.filter(({ wantsPage }) => wantsPage).map(({ article }) => article),
  };
}

/** The visit ends at a host that does not respond or asks for quiet, so that its slot goes to another host. */
function mayContinue({ kind, status, isOtherHost }: SourceResult): boolean {
  if (isOtherHost) return true;
  return !isRateLimited(status) && !(kind === 'failed' && isHostFailure(status));
}

/** The database rejects the document itself (bad data, a constraint, a limit), so a retry would fail as well. */
function isDocumentFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}

function unstorable({ status, wireBytes, bodyBytes, durationMs }: SourceResult): SourceResult {
  return {
    status,
    wireBytes,
    bodyBytes,
    durationMs,
    kind: 'failed',
    error: 'the document could not be stored',
    problem: 'broken',
  };
}

/** SRC-8: records and clears the problems of a source by what this fetch found. */
async function recordHealth(
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
function affectsHealth(source: DueSource, result: SourceResult): boolean {
  if (result.kind === 'failed' || result.movedTo || source.failures > 0) return true;
  return result.kind === 'changed' && (source.isEmpty || result.feed.items.length === 0);
}
