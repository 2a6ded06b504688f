import type { Clock } from '../../lib/clock.ts';
import type { CacheKey } from '../../platform/cache/keys.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../../platform/cache/port.ts';

/**
 * A limit that is checked for every request leases units from the shared limits in small batches and spends
 * them here: nearly all requests then cost no call to the store, which may be on another machine. Leased
 * units count as used, so the limit is never exceeded; the last few units of a window may stay unused. Leases
 * are short and small compared with the limit, so this is rarely noticeable.
 *
 * With `localShare`, a process first spends a thirtieth of the limit in each window without a call, and takes these units
 * with its first lease: a client with few requests costs no call at all. In the worst case a window then lets through a
 * fifteenth more for each process.
 */
export function createLeasedLimit(
  limits: RateLimits,
  limit: RateLimit,
  clock: Clock,
  { localShare = false }: LeaseOptions = {},
): LeasedLimit {
  const size = Math.max(1, Math.min(MAX_LEASE, Math.floor(limit.limit / SHARE_OF_LIMIT)));
  const free = localShare ? Math.floor(limit.limit / SHARE_OF_LIMIT) : 0;
  const leases = new Map<CacheKey, LimitLease>();
  const locals = new Map<CacheKey, LocalUnits>();

  const spendLocal = (key: CacheKey): number | undefined => {
    if (free === 0) return undefined;
    let local = locals.get(key);
    if (local === undefined || clock.now() >= local.until) {
      if (locals.size >= MAX_LEASES) locals.clear();
      local = { used: 0, owed: 0, until: clock.now() + limit.windowMs };
      locals.set(key, local);
    }
    if (local.used === free) return undefined;
    local.used++;
    local.owed++;
    return limit.limit - local.used;
  };

  return {
    spend: key => {
      const lease = leases.get(key);
      if (lease === undefined || lease.left === 0 || clock.now() >= lease.until) return spendLocal(key);
      lease.left--;
      return lease.taken.remaining + lease.left;
    },
    take: async key => {
      const local = locals.get(key);
      const owed = local?.owed ?? 0;
      if (local) local.owed = 0;
      const leased = size > 1 ? await limits.take(key, { ...limit, cost: size + owed }) : undefined;
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

interface LeaseOptions {
  readonly localShare?: boolean;
}

interface LimitLease {
  left: number;
  readonly until: number;
  readonly taken: RateLimitResult;
}

/** What was spent in this window without a call, and how much of it no call has taken yet. */
interface LocalUnits {
  used: number;
  owed: number;
  readonly until: number;
}
