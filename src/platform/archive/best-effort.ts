import {
  BREAKERS,
  Breaker,
  BreakerOpen,
  type BreakerSettings,
  type BreakerState,
} from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger, Metrics } from '../telemetry/port.ts';
import type { ContentAddress } from './address.ts';
import { type Archive, ArchiveCorrupted, type ArchiveMeta, ArchiveRefused } from './port.ts';

/**
 * ARC-1: the archive for those who must go on without it. One that is down, slow or full costs them at most
 * the breaker's time, a few times, and then nothing: the answer is null, the failure is counted, and the log
 * tells once that it is away and once that it is back.
 */
export function createBestEffortArchive(archive: Wrapped, deps: BestEffortDeps): BestEffortArchive {
  const breaker = new Breaker(NAME, deps.settings ?? BREAKERS[NAME], deps.clock, {
    isFailure: error => !isAboutContent(error),
    onChange: tellChanges(deps),
  });
  const attempt = async <T>(operation: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await breaker.run(work);
    } catch (error) {
      deps.metrics.counter('archive_failures_total').add({ operation });
      if (isAboutContent(error))
        deps.log.warn('a content was not archived or is damaged', { operation, error });
      else if (!(error instanceof BreakerOpen)) deps.log.debug('the archive failed', { operation, error });
      return null;
    }
  };
  return {
    put: (bytes, meta, address) => attempt('put', () => archive.put(bytes, meta, address)),
    get: address => attempt('get', () => archive.get(address)),
    has: address => attempt('has', () => archive.has(address)),
    state: () => breaker.state,
  };
}

/** The archive did answer; what is wrong is this one content. */
function isAboutContent(error: unknown): boolean {
  return error instanceof ArchiveCorrupted || error instanceof ArchiveRefused;
}

/** Every opening is counted; an outage is told once, however many probes fail during it. */
function tellChanges({ log, metrics }: BestEffortDeps): (state: BreakerState, cause?: unknown) => void {
  let isAway = false;
  return (state, cause) => {
    if (state === 'open') metrics.counter('circuit_breaker_open_total').add({ name: NAME });
    if (state === 'open' && !isAway)
      log.warn('the archive is away; fetches go on without it', { error: cause });
    if (state === 'closed') log.info('the archive is back');
    isAway = state !== 'closed';
  };
}

const NAME = 'archive';

/** Retention and the like are tasks: those are to fail aloud and run again. */
type Wrapped = Pick<Archive, 'put' | 'get' | 'has'>;

export interface BestEffortArchive {
  put(bytes: Uint8Array, meta?: ArchiveMeta, address?: ContentAddress): Promise<ContentAddress | null>;
  /** Null also when there is no such content. */
  get(address: ContentAddress): Promise<Uint8Array | null>;
  /** Null when it is not known. */
  has(address: ContentAddress): Promise<boolean | null>;
  state(): BreakerState;
}

export interface BestEffortDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly settings?: BreakerSettings;
}
