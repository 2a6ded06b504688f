import type { Clock } from '../../lib/clock.ts';
import type { CacheKey } from '../../platform/cache/keys.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../../platform/cache/port.ts';

/**
 * A limit that is checked for every request leases units from the shared cache in small batches and spends
 * them here: nearly all requests then cost no call to the cache, which may be on another machine. Leased
 * units count as used, so the limit is never exceeded; the last few units of a window may stay unused. Leases
 * are short and small compared with the limit, so this is rarely noticeable.
 */
export function createLeasedLimit(limits: RateLimits, limit: RateLimit, clock: Clock): LeasedLimit {
  const size = Math.max(1, Math.min(MAX_LEASE, Math.floor(limit.limit / SHARE_OF_LIMIT)));
  const leases = new Map<CacheKey, LimitLease>();

  return {
    spend: key => {
      const lease = leases.get(key);
      if (lease === undefined || lease.left === 0 || clock.now() >= lease.until) return undefined;
      lease.left--;
      return lease.taken.remaining + lease.left;
    },
    take: async key => {
      const leased = size > 1 ? await limits.take(key, { ...limit, cost: size }) : undefined;
      // Near the limit a whole lease may not fit, but a single unit does.
      if (!leased?.allowed) return limits.take(key, limit);
      if (leases.size >= MAX_LEASES) leases.clear();
      leases.set(key, { left: size - 1, until: clock.now() + LEASE_MS, taken: leased });
      return { ...leased, remaining: leased.remaining + size - 1 };
    },
  };
}

const MAX_LEASE = 100;
/** A lease is at most a thirtieth of the limit. */
const SHARE_OF_LIMIT = 30;
const LEASE_MS = 2_000;
const MAX_LEASES = 20_000;

export interface LeasedLimit {
  /** Spends a leased unit and returns how many remain; undefined without a lease: call `take` then. */
  spend(key: CacheKey): number | undefined;
  take(key: CacheKey): Promise<RateLimitResult>;
}

interface LimitLease {
  left: number;
  readonly until: number;
  readonly taken: RateLimitResult;
}
