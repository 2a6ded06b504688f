import { isTransient } from '../../errors.ts';
import { pause } from '../../lib/clock.ts';
import type { IngestContext } from '../context.ts';
import type { DueSource, HostVisit, WaitingPage } from '../schedule/claim.ts';
import type { HostReleaser } from '../schedule/hosts.ts';
import { HostLease, HostLeaseLost } from '../schedule/lease.ts';
import type { Committer } from '../steps.ts';
import { createHostRobots, type HostRobots } from './host-robots.ts';
import type { FetchCounts } from './metrics.ts';

/**
 * One visit of a host: its due sources and waiting pages, one request at a time with a pause between them (FETCH-2).
 *
 *   each request    starts in the first half of the lease; its commit renews the lease
 *   last request    its commit also releases the host to rest; the visit has freed its slot by then
 *   interrupted     by shutdown or by our own fault: the host is released, and the other jobs stay due
 *   rate limited    or the host does not respond: the visit ends as after its last request, and the other jobs stay due
 *   lease lost      no more requests and no more writes: another visit has the host, or will have it
 */
export async function visitHost(
  context: IngestContext,
  deps: VisitDeps,
  host: HostVisit,
  signal: AbortSignal,
  jobs: VisitJobs,
): Promise<void> {
  const visit: ActiveVisit = {
    ...deps,
    context,
    visit: host,
    signal,
    lease: new HostLease(host, context.settings.leaseMs),
    robots: createHostRobots(context, host),
    delayMs: () => Math.max(host.delayMs ?? 0, visit.robots.delayMs ?? 0, context.settings.hostDelayMs),
  };
  try {
    const isReleased = await runJobs(visit, jobs);
    if (!isReleased) await releaseHost(visit);
  } catch (error) {
    if (error instanceof HostLeaseLost)
      return context.telemetry.log.info('crawl.lease_lost', { host: host.host, error });
    if (!signal.aborted) logFailure(context, host, error);
    await releaseHost(visit);
  }
}

/** A database that is unavailable or busy logs that itself; what was not committed is fetched again. */
function logFailure({ telemetry }: IngestContext, { host }: HostVisit, error: unknown): void {
  telemetry.log[isTransient(error) ? 'warn' : 'error']('crawl.visit_failed', { host, error });
}

/** True when the last commit set the time of the host's next visit. */
async function runJobs(visit: ActiveVisit, jobs: VisitJobs): Promise<boolean> {
  const { signal, lease, context } = visit;
  const due = [
    ...visit.visit.sources.map(source => (isLast: boolean) => jobs.source(visit, source, isLast)),
    ...visit.visit.pages.map(page => (isLast: boolean) => jobs.page(visit, page, isLast)),
  ];
  for (const [index, run] of due.entries()) {
    if (index > 0) await pause(context.clock, visit.delayMs(), signal);
    if (signal.aborted) return false;
    lease.assertValid();
    const goesOn = await run(index === due.length - 1);
    if (!goesOn) return true;
  }
  return true;
}

/** When the database is unavailable, the end of the lease releases the host. */
async function releaseHost({ context, visit, delayMs, release }: ActiveVisit): Promise<void> {
  await release({ visit, restMs: delayMs() }).catch(error =>
    context.telemetry.log.warn('crawl.host_not_released', { host: visit.host, error }),
  );
}

/** The steps of the flow for each kind of job; `isLast` is true for the last job of the visit. False ends the visit. */
export interface VisitJobs {
  source(visit: ActiveVisit, source: DueSource, isLast: boolean): Promise<boolean>;
  page(visit: ActiveVisit, page: WaitingPage, isLast: boolean): Promise<boolean>;
}

/** What all visits share, and the slot of this one. */
export interface VisitDeps {
  readonly commit: Committer;
  readonly release: HostReleaser;
  readonly counts: FetchCounts;
  /** The visit sends no more requests: another one may begin. */
  freeSlot(): void;
}

export interface ActiveVisit extends VisitDeps {
  readonly context: IngestContext;
  readonly visit: HostVisit;
  readonly signal: AbortSignal;
  readonly lease: HostLease;
  readonly robots: HostRobots;
  /** Between two requests. */
  delayMs(): number;
}
