import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../telemetry/port.ts';
import type { SharedCache } from '../port.ts';
import { createChannels } from './channels.ts';
import { createRateLimits } from './limits.ts';
import { createLocks } from './locks.ts';
import { createPresence } from './presence.ts';
import { createSortedSets } from './sorted-sets.ts';
import { Space, type SpaceLimits, type SpaceUsage } from './space.ts';
import { createValues } from './values.ts';

/**
 * A cache within one process. Every operation is a single synchronous step, hence atomic. When memory runs out, it
 * evicts the cheapest state first: values, then presence, rankings and rate limits. It never evicts a lock, because
 * two holders are worse than a refusal.
 */
export function createMemoryCache(options: MemoryCacheOptions): MemoryCache {
  const { maxBytes = 256 * 1024 * 1024, maxEntries = 1_000_000 } = options;
  const space = new Space(steadyTime(options.clock), { maxBytes, maxEntries });
  // The order of these lines is the order of eviction.
  const values = createValues(space);
  const presence = createPresence(space);
  const sorted = createSortedSets(space);
  const limits = createRateLimits(space);
  const locks = createLocks(space);
  const channels = createChannels(options.log);
  return {
    ...values,
    ...limits,
    sorted,
    locks,
    presence,
    channels,
    usage: () => space.usage(),
    flush: () => space.clear(),
    close: async () => {
      channels.close();
      space.clear();
    },
  };
}

export interface MemoryCache extends SharedCache {
  usage(): SpaceUsage;
  /** Deletes everything at once, as a cache server does when it is flushed. */
  flush(): void;
}

export interface MemoryCacheOptions extends Partial<SpaceLimits> {
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Time that never runs backwards: when the clock is set back, it pauses and then continues at the clock's pace.
 * Otherwise a lock of ten seconds would be held for an hour after a step of an hour.
 */
function steadyTime(clock: Clock): () => number {
  let last = clock.now();
  let ahead = 0;
  return () => {
    const now = clock.now() + ahead;
    if (now < last) ahead += last - now;
    last = Math.max(last, now);
    return last;
  };
}
