import { pause, systemClock } from '../../lib/clock.ts';
import type { IngestContext } from '../context.ts';
import { claimHosts, type HostVisit, untilNextHost } from './claim.ts';
import type { HostReleaser } from './hosts.ts';

/**
 * Visits hosts as they come due, in `concurrency` slots (FETCH-4: a slow host occupies only its own slot).
 *
 *   free slots      claim as many hosts as there are free slots and begin their visits
 *   no free slot    wait until half of the slots are free, so that claims stay few and large; where slow hosts keep the
 *                   others waiting, 100 ms and any free slot are enough
 *   too few due     wait for a second, so that the hosts that come due in it are claimed together; for five when none
 *                   has come due for a while
 *
 * A visit frees its slot after the last response, before that response is committed: otherwise most slots would wait for
 * the database. When the database cannot follow, no hosts are claimed until the number of uncommitted visits falls.
 */
export function startCrawler(context: IngestContext, release: HostReleaser, visit: VisitHandler): Crawler {
  const crawler = new HostCrawler(context, release, visit);
  const loop = crawler.run();
  return {
    drain: () => crawler.drain(),
    stop: async () => {
      crawler.abort();
      await loop;
      await crawler.finished();
    },
  };
}

class HostCrawler {
  readonly #context: IngestContext;
  readonly #release: HostReleaser;
  readonly #visit: VisitHandler;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #slots: number;
  #freeSlots: number;
  /** Claims that found hosts, and whether one is in progress: its hosts may be leased already without a visit. */
  #claims = 0;
  #isClaiming = false;
  #onFreed: () => void = () => undefined;

  constructor(context: IngestContext, release: HostReleaser, visit: VisitHandler) {
    this.#context = context;
    this.#release = release;
    this.#visit = visit;
    this.#slots = context.settings.concurrency;
    this.#freeSlots = this.#slots;
    this.#stopping.signal.addEventListener('abort', () => this.#onFreed());
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#crawl().catch(error => {
        if (!signal.aborted) this.#context.telemetry.log.warn('crawl.claim_failed', { error });
      });
      await pause(systemClock, RETRY_AFTER_MS, signal);
    }
  }

  async #crawl(): Promise<void> {
    const { signal } = this.#stopping;
    const { claimEveryMs = CLAIM_EVERY_MS } = this.#context.settings;
    for (let quiet = 0; !signal.aborted; ) {
      const limit = this.#capacity();
      const visits = await this.#claim(limit);
      quiet = visits.length > 0 ? 0 : quiet + 1;
      const isQuiet = quiet > QUIET_CLAIMS;
      if (visits.length < limit)
        await pause(systemClock, isQuiet ? QUIET_TIMES * claimEveryMs : claimEveryMs, signal);
      else await this.#untilSlotsAreFree();
    }
  }

  #capacity(): number {
    return Math.min(this.#freeSlots, this.#slots * MAX_UNCOMMITTED_PER_SLOT - this.#running.size);
  }

  async #claim(limit: number): Promise<HostVisit[]> {
    this.#isClaiming = true;
    try {
      const { database, settings } = this.#context;
      const visits = await claimHosts(database, limit, settings.leaseMs);
      if (visits.length > 0) this.#claims++;
      // The only source of such a host was paused or removed while it was due.
      const empty = visits.filter(host => !hasJobs(host));
      await Promise.all(empty.map(host => this.#release({ visit: host, restMs: 0 })));
      for (const host of visits.filter(hasJobs)) this.#begin(host);
      return visits;
    } finally {
      this.#isClaiming = false;
    }
  }

  #begin(host: HostVisit): void {
    let holdsSlot = true;
    const freeSlot = () => {
      if (holdsSlot) this.#freeSlots++;
      holdsSlot = false;
      this.#onFreed();
    };
    this.#freeSlots--;
    const visiting = this.#visit(host, this.#stopping.signal, freeSlot).finally(() => {
      this.#running.delete(visiting);
      freeSlot();
    });
    this.#running.add(visiting);
  }

  async #untilSlotsAreFree(): Promise<void> {
    const { signal } = this.#stopping;
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_FOR_SLOTS_MS)]);
    timeout.addEventListener('abort', () => this.#onFreed());
    while (this.#capacity() < (timeout.aborted ? 1 : this.#slots / 2) && !signal.aborted)
      await new Promise<void>(resolve => {
        this.#onFreed = resolve;
      });
  }

  async drain(): Promise<void> {
    for (;;) {
      const before = this.#claims;
      await this.finished();
      const next = await untilNextHost(this.#context.database);
      // A host that was claimed meanwhile looked busy to the query, and may have something due again.
      const isIdle = this.#running.size === 0 && !this.#isClaiming && this.#claims === before;
      if (isIdle && (next === null || next > DUE_SOON_MS)) return;
      await pause(systemClock, 20, this.#stopping.signal);
    }
  }

  abort(): void {
    this.#stopping.abort();
  }

  async finished(): Promise<void> {
    await Promise.all(this.#running);
  }
}

function hasJobs({ sources, pages }: HostVisit): boolean {
  return sources.length + pages.length > 0;
}

/** The largest delay of a source; sources that come due within it cost one claim together. */
const CLAIM_EVERY_MS = 1_000;
/** Claims without a host before they become rarer, and how much rarer. */
const QUIET_CLAIMS = 10;
const QUIET_TIMES = 5;
/** Visits for each slot that run or wait for their commits. */
const MAX_UNCOMMITTED_PER_SLOT = 4;
/** How long free slots wait for others to become free. */
const MAX_WAIT_FOR_SLOTS_MS = 100;
const RETRY_AFTER_MS = 1_000;
/** `drain` waits for hosts that are due within this time. */
const DUE_SOON_MS = 10_000;

/** Calls `freeSlot` when it sends no more requests. */
export type VisitHandler = (host: HostVisit, signal: AbortSignal, freeSlot: () => void) => Promise<void>;

export interface Crawler {
  /** Resolves when no host is due and no visit runs. */
  drain(): Promise<void>;
  /** Claims no more hosts and ends the visits that run; their unfinished jobs stay due. */
  stop(): Promise<void>;
}
