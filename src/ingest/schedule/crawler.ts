import { pause, systemClock } from '../../lib/clock.ts';
import type { CrawlContext } from '../context.ts';
import { exposeCrawl } from '../fetch/metrics.ts';
import { createReturns, visitHost } from '../fetch/visit.ts';
import { claimHosts, type HostVisit, untilNextHost } from './claim.ts';
import { createCommits } from './commit.ts';
import { releaseHosts } from './complete.ts';

/**
 * Visits hosts as they come due, up to `concurrency` at the same time (FETCH-4: a slow one holds up only its own place).
 *
 *   room for more --> claim as many as there is room for --> visits begin
 *   no room       --> wait for half of the places to become free, so that claims stay few and large; where slow hosts
 *                     keep the others waiting, a moment and any free place are enough
 *   too few due   --> wait for a second, so that those that come due in it are claimed together
 *
 * A visit gives up its place when its host has answered for the last time, and not when that is written down: otherwise most places
 * would wait for the database. Where it cannot follow, no more hosts are taken than it has still to hear of.
 */
export function startCrawling(context: CrawlContext): Crawling {
  const stopping = new AbortController();
  const tools = {
    commits: createCommits(context),
    returns: createReturns(context),
    counts: exposeCrawl(context),
  };
  const { concurrency, leaseMs, claimEveryMs = CLAIM_EVERY_MS } = context.settings;
  const running = new Set<Promise<void>>();
  let places = concurrency;
  /** Claims that found hosts, and whether one is under way: its hosts may be leased already, and nobody visits them yet. */
  let [claims, isClaiming] = [0, false];
  let freed: () => void = () => undefined;

  const room = () => Math.min(places, concurrency * MOST_UNWRITTEN - running.size);
  const begin = (visit: HostVisit) => {
    let hasPlace = true;
    const leave = () => {
      if (hasPlace) places++;
      hasPlace = false;
      freed();
    };
    places--;
    const visiting = visitHost(context, { ...tools, leave }, visit, stopping.signal).finally(() => {
      running.delete(visiting);
      leave();
    });
    running.add(visiting);
  };
  const claim = async (most: number) => {
    isClaiming = true;
    try {
      const visits = await claimHosts(context.database, most, leaseMs);
      if (visits.length > 0) claims++;
      await settleEmpty(context, visits);
      visits.filter(hasWork).forEach(begin);
      return visits;
    } finally {
      isClaiming = false;
    }
  };
  const crawl = async () => {
    while (!stopping.signal.aborted) {
      const asked = room();
      const visits = await claim(asked);
      if (visits.length < asked) await pause(systemClock, claimEveryMs, stopping.signal);
      else await roomAgain();
    }
  };
  const roomAgain = async () => {
    const patience = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    patience.addEventListener('abort', () => freed());
    while (room() < (patience.aborted ? 1 : concurrency / 2) && !stopping.signal.aborted)
      await new Promise<void>(resolve => {
        freed = resolve;
      });
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await crawl().catch(error => {
        if (!stopping.signal.aborted) context.telemetry.log.warn('sources could not be claimed', { error });
      });
      await pause(systemClock, AFTER_FAILURE_MS, stopping.signal);
    }
  })();
  stopping.signal.addEventListener('abort', () => freed());

  return {
    /** Resolves when nothing is due and nobody is being visited. */
    drained: async () => {
      for (;;) {
        const before = claims;
        await Promise.all(running);
        const next = await untilNextHost(context.database);
        // Hosts that were claimed meanwhile looked busy to the question, and may have something due again.
        const isQuiet = running.size === 0 && !isClaiming && claims === before;
        if (isQuiet && (next === null || next > DUE_SOON_MS)) return;
        await pause(systemClock, 20, stopping.signal);
      }
    },
    stop: async () => {
      stopping.abort();
      await loop;
      await Promise.all(running);
    },
  };
}

/** Hosts whose only source was paused or removed while they were due. */
async function settleEmpty({ database }: CrawlContext, visits: readonly HostVisit[]): Promise<void> {
  const empty = visits.filter(visit => !hasWork(visit));
  if (empty.length === 0) return;
  await database.transaction(tx =>
    releaseHosts(
      tx,
      empty.map(visit => ({ visit, restMs: 0 })),
    ),
  );
}

function hasWork({ sources, pages }: HostVisit): boolean {
  return sources.length + pages.length > 0;
}

/** A source is late by this much at most, and those that come due meanwhile cost one claim together. */
const CLAIM_EVERY_MS = 1_000;
/** For each place, visits under way or still to be written down. */
const MOST_UNWRITTEN = 4;
/** How long free places wait for others to become free. */
const PATIENCE_MS = 100;
const AFTER_FAILURE_MS = 1_000;
/** What is due within this time counts as due for whoever waits for the end. */
const DUE_SOON_MS = 10_000;

export interface Crawling {
  drained(): Promise<void>;
  /** Takes no more hosts and ends the visits under way; what they had not finished stays due. */
  stop(): Promise<void>;
}
