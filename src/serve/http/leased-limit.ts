import type { Clock } from '../../lib/clock.ts';
import type { CacheKey } from '../../platform/cache/keys.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../../platform/cache/port.ts';

/**
 * A limit that is asked at every request takes its units from the view store in small leases and spends them
 * here: nearly all requests then cost no call to the store, which may be on another machine. What is leased
 * counts as used, so no more than the limit ever gets through; the price is that the last few units of a window
 * may stay unused. A lease is short, and small beside the limit, so that this is hardly ever noticed.
 */
export function createLeasedLimit(limits: RateLimits, limit: RateLimit, clock: Clock): LeasedLimit {
  const size = Math.max(1, Math.min(LARGEST_LEASE, Math.floor(limit.limit / SHARE_OF_LIMIT)));
  const leases = new Map<CacheKey, Lease>();

  return {
    spend: key => {
      const lease = leases.get(key);
      if (lease === undefined || lease.left === 0 || clock.now() >= lease.until) return undefined;
      lease.left--;
      return lease.taken.remaining + lease.left;
    },
    take: async key => {
      const leased = size > 1 ? await limits.take(key, { ...limit, cost: size }) : undefined;
      // Near the end of the allowance a whole lease does not fit any more, a single unit may.
      if (!leased?.allowed) return limits.take(key, limit);
      if (leases.size >= MOST_LEASES) leases.clear();
      leases.set(key, { left: size - 1, until: clock.now() + LEASE_MS, taken: leased });
      return { ...leased, remaining: leased.remaining + size - 1 };
    },
  };
}

const LARGEST_LEASE = 100;
/** A lease is at most a thirtieth of the limit. */
const SHARE_OF_LIMIT = 30;
const LEASE_MS = 2_000;
const MOST_LEASES = 20_000;

export interface LeasedLimit {
  /** Spends a leased unit and tells how many remain; undefined when there is none, and `take` must be asked. */
  spend(key: CacheKey): number | undefined;
  take(key: CacheKey): Promise<RateLimitResult>;
}

interface Lease {
  left: number;
  readonly until: number;
  readonly taken: RateLimitResult;
}
