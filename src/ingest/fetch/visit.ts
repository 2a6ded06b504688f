import { isTransient } from '../../errors.ts';
import { type Batcher, createBatcher } from '../../lib/batching.ts';
import { pause } from '../../lib/clock.ts';
import { defineEvent } from '../../platform/telemetry/events.ts';
import type { CrawlContext } from '../context.ts';
import type { HostVisit } from '../schedule/claim.ts';
import type { Commits, Stored } from '../schedule/commit.ts';
import { type ReturnedHost, releaseHosts } from '../schedule/complete.ts';
import { HostLease, LeaseLost } from '../schedule/lease.ts';
import { createRobots, type HostRobots } from './host-robots.ts';
import type { FetchCounts } from './metrics.ts';
import { visitPage } from './visit-page.ts';
import { visitSource } from './visit-source.ts';

/**
 * One visit of a host: its due sources and waiting pages, one request at a time with a pause between them (FETCH-2).
 *
 *   each request   begins in the first half of the lease; when it is written down the lease runs anew
 *   the last one   is written down together with the host's rest; the visit has left its place by then
 *   cut short      by the end of the program or a fault of ours: the host is given back, and what is left stays due
 *   not welcome    the host asks for quiet or does not answer: as after the last one, and what is left stays due
 *   lease lost     nothing more is asked or written: somebody else visits the host, or will
 */
export async function visitHost(
  context: CrawlContext,
  tools: VisitTools,
  visit: HostVisit,
  signal: AbortSignal,
): Promise<void> {
  const step: VisitStep = {
    ...tools,
    context,
    visit,
    signal,
    lease: new HostLease(visit, context.settings.leaseMs),
    robots: createRobots(context, visit),
    delayMs: () => Math.max(visit.delayMs ?? 0, step.robots.delayMs ?? 0, context.settings.hostDelayMs),
  };
  try {
    const isSettled = await visitAll(step);
    if (!isSettled) await giveBack(step);
  } catch (error) {
    if (error instanceof LeaseLost)
      return context.telemetry.log.info('a visit ended with its lease', { error });
    if (!signal.aborted) tellFailure(context, visit, error);
    await giveBack(step);
  }
}

/** A database that is away or busy says so itself, once; what was not written down is fetched again. */
function tellFailure({ telemetry }: CrawlContext, { host }: HostVisit, error: unknown): void {
  telemetry.log[isTransient(error) ? 'warn' : 'error']('a visit failed', { host, error });
}

/** True when the last thing that was written says when the host may be visited next. */
async function visitAll(step: VisitStep): Promise<boolean> {
  const { visit, signal, lease, context } = step;
  const jobs = [
    ...visit.sources.map(source => (isLast: boolean) => visitSource(step, source, isLast)),
    ...visit.pages.map(page => (isLast: boolean) => visitPage(step, page, isLast)),
  ];
  for (const [index, job] of jobs.entries()) {
    if (index > 0) await pause(context.clock, step.delayMs(), signal);
    if (signal.aborted) return false;
    lease.require();
    const goesOn = await job(index === jobs.length - 1);
    if (!goesOn) return true;
  }
  return true;
}

/** What cannot be told to the database, because it is away, is told by the end of the lease. */
async function giveBack({ context, visit, delayMs, returns }: VisitStep): Promise<void> {
  await returns({ visit, restMs: delayMs() }).catch(error =>
    context.telemetry.log.warn('a host could not be given back', { host: visit.host, error }),
  );
}

/** Hosts that are given back, all visits' together: when the program stops they all end at the same time. */
export function createReturns({ database }: CrawlContext): Returns {
  return createBatcher<ReturnedHost, void>({
    run: async batch => {
      await database.transaction(tx => releaseHosts(tx, batch));
      return batch.map(() => undefined);
    },
    lanes: 1,
    weigh: () => 1,
    most: 1_000,
  });
}

export function countArticles({ telemetry }: CrawlContext, source: string, stored: Stored): void {
  if (stored.isNew > 0) telemetry.event(articlesStored, { source, status: 'new' }, stored.isNew);
  if (stored.revised > 0) telemetry.event(articlesStored, { source, status: 'revised' }, stored.revised);
}

export function countFetch({ context, counts }: VisitStep, status: string): void {
  context.telemetry.metrics.counter('crawl_fetch_total').add({ status });
  counts.count(status === 'failed');
}

const articlesStored = defineEvent('articles_ingested_total', 'debug', 'articles were stored');

/** What all visits share, and the way out of each. */
export interface VisitTools {
  readonly commits: Commits;
  readonly returns: Returns;
  readonly counts: FetchCounts;
  /** The host is not asked any more in this visit: another one may begin. */
  leave(): void;
}

export type Returns = Batcher<ReturnedHost, void>;

/** What each request of a visit works with. */
export interface VisitStep extends VisitTools {
  readonly context: CrawlContext;
  readonly visit: HostVisit;
  readonly signal: AbortSignal;
  readonly lease: HostLease;
  readonly robots: HostRobots;
  /** Between two requests. */
  delayMs(): number;
}
