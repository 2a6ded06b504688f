import { pause } from '../../lib/clock.ts';
import { defineEvent } from '../../platform/telemetry/events.ts';
import { type DueSource, databaseTime, type HostVisit } from '../schedule/claim.ts';
import { asksForQuiet } from './answers.ts';
import { type Commits, isUnremarkable, LeaseLost, type Stored } from './commit.ts';
import type { CrawlContext } from './context.ts';
import { fetchSource } from './fetch-source.ts';
import { outcomeOf } from './outcome.ts';
import { visitPage } from './visit-page.ts';

/**
 * One visit of a host: its due sources and waiting pages, one request at a time with a pause between them (FETCH-2).
 * After each one the lease runs anew; after the last one the host rests. A visit that is cut short (a lost lease, the
 * end of the program, a host that asks for quiet, a fault of ours) leaves the rest due: somebody visits the host again when the lease is over.
 */
export async function visitHost(
  context: CrawlContext,
  commits: Commits,
  visit: HostVisit,
  signal: AbortSignal,
): Promise<void> {
  const jobs = [
    ...visit.sources.map(source => ({ kind: 'source', source }) as const),
    ...visit.pages.map(page => ({ kind: 'page', page }) as const),
  ];
  const delayMs = Math.max(visit.delayMs ?? 0, context.settings.hostDelayMs);
  try {
    for (const [index, job] of jobs.entries()) {
      if (index > 0) await pause(context.clock, delayMs, signal);
      if (signal.aborted) return;
      const isLast = index === jobs.length - 1;
      const step: VisitStep = {
        context,
        commits,
        visit,
        signal,
        delayMs,
        holdMs: isLast ? delayMs : context.settings.leaseMs,
      };
      const isWelcome = await (job.kind === 'source'
        ? visitSource(step, job.source)
        : visitPage(step, job.page));
      if (!isWelcome) return;
    }
  } catch (error) {
    if (error instanceof LeaseLost) context.telemetry.log.info('a visit ended with its lease', { error });
    else if (!signal.aborted) context.telemetry.log.error('a visit failed', { host: visit.host, error });
  }
}

/** False when the host asks to be left alone. */
async function visitSource(step: VisitStep, source: DueSource): Promise<boolean> {
  const { context, commits, visit, signal, holdMs } = step;
  const fetchId = context.newId();
  const begunAt = databaseTime(visit);
  const result = await fetchSource(context, source, fetchId, signal);
  const complete = (stored?: Stored) =>
    outcomeOf(source, result, {
      fetchId,
      begunAt,
      now: context.clock.now(),
      random: context.random,
      holdMs,
      ...(stored ? { stored: { isNew: stored.isNew + stored.awaited, revised: stored.revised } } : {}),
    });
  if (isUnremarkable(source, result)) await commits.unremarkable(visit, complete());
  else countArticles(context, source.kind, await commits.source(visit, source, result, complete));
  context.telemetry.metrics.counter('crawl_fetch_total').add({ status: result.kind });
  if (result.kind === 'failed')
    context.telemetry.log.info('a source could not be read', { sourceId: source.id, error: result.error });
  return !asksForQuiet(result.status);
}

export function countArticles({ telemetry }: CrawlContext, source: string, stored: Stored): void {
  if (stored.isNew > 0) telemetry.event(articlesStored, { source, status: 'new', count: stored.isNew });
  if (stored.revised > 0)
    telemetry.event(articlesStored, { source, status: 'revised', count: stored.revised });
}

const articlesStored = defineEvent('articles_ingested_total', 'debug', 'articles were stored');

/** What each request of a visit works with. */
export interface VisitStep {
  readonly context: CrawlContext;
  readonly commits: Commits;
  readonly visit: HostVisit;
  readonly signal: AbortSignal;
  readonly delayMs: number;
  /** How long the host stays with this visit, or rests after its last request. */
  readonly holdMs: number;
}
