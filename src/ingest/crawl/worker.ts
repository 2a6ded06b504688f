import { pause, systemClock } from '../../lib/clock.ts';
import { claimHosts, type HostVisit, untilNextHost } from '../schedule/claim.ts';
import { releaseHosts } from '../schedule/complete.ts';
import { createCommits } from './commit.ts';
import type { CrawlContext } from './context.ts';
import { visitHost } from './visit.ts';

/**
 * Visits hosts as they come due, up to `concurrency` at the same time (FETCH-4: a slow one holds up only its own place).
 *
 *   room for more --> claim as many as there is room for --> visits begin
 *   no room       --> wait for half of the places to become free, so that claims stay few and large
 *   nothing due   --> wait until the next one is, at most a second: somebody may add one that is due sooner
 */
export function startCrawling(context: CrawlContext): Crawling {
  const stopping = new AbortController();
  const commits = createCommits(context);
  const running = new Set<Promise<void>>();
  let freed: () => void = () => undefined;

  const begin = (visit: HostVisit) => {
    const visiting = visitHost(context, commits, visit, stopping.signal).finally(() => {
      running.delete(visiting);
      freed();
    });
    running.add(visiting);
  };
  const crawl = async () => {
    const { concurrency, leaseMs } = context.settings;
    while (!stopping.signal.aborted) {
      const room = concurrency - running.size;
      const visits = await claimHosts(context.database, room, leaseMs);
      await settleEmpty(context, visits);
      visits.filter(hasWork).forEach(begin);
      if (visits.length < room) await waitForWork(context, stopping.signal);
      else await roomAgain(concurrency / 2);
    }
  };
  const roomAgain = async (most: number) => {
    while (running.size > most && !stopping.signal.aborted)
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
        await Promise.all(running);
        const next = await untilNextHost(context.database);
        if (running.size === 0 && (next === null || next > DUE_SOON_MS)) return;
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
  if (empty.length > 0) await database.transaction(tx => releaseHosts(tx, empty));
}

function hasWork({ sources, pages }: HostVisit): boolean {
  return sources.length + pages.length > 0;
}

async function waitForWork({ database }: CrawlContext, signal: AbortSignal): Promise<void> {
  const next = await untilNextHost(database);
  await pause(
    systemClock,
    Math.min(Math.max(next ?? LONGEST_WAIT_MS, SHORTEST_WAIT_MS), LONGEST_WAIT_MS),
    signal,
  );
}

const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;
/** What is due within this time counts as due for whoever waits for the end. */
const DUE_SOON_MS = 10_000;

export interface Crawling {
  drained(): Promise<void>;
  /** Takes no more hosts and ends the visits under way; what they had not finished stays due. */
  stop(): Promise<void>;
}
