import type { BreakerSettings, BreakerState } from '../../lib/breaker.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import { type BreakerTelemetry, createBreaker } from '../telemetry/breakers.ts';
import type { CacheKey } from './keys.ts';
import { PendingDeletes } from './pending-deletes.ts';
import {
  CacheUnavailable,
  CacheUsageError,
  type Locks,
  type Presence,
  type SharedCache,
  type SortedSets,
  type Values,
} from './port.ts';

/**
 * SCALE-3: a cache that never delays its callers. While the store behind it is down or slow, it behaves like an empty
 * cache that drops writes: reads find nothing, and callers compute.
 *
 * There are two exceptions. Rate limits and counters continue in `local`, the memory of this process, because no limit
 * at all would invite the attack that it prevents. Locks reject with CacheUnavailable, because neither "free" nor
 * "taken" would be true.
 */
export function createResilientCache(store: SharedCache, deps: ResilientDeps): ResilientCache {
  const isFailure = (error: unknown) => !(error instanceof CacheUsageError);
  const breaker = createBreaker('cache', { ...deps, isFailure });
  const attempt: Attempt = async (operation, fallback) => {
    try {
      return await breaker.run(operation);
    } catch (error) {
      if (error instanceof CacheUsageError) throw error;
      return fallback(error);
    }
  };
  return {
    ...values(store, deps.local, attempt),
    take: (key, limit) =>
      attempt(
        () => store.take(key, limit),
        () => deps.local.take(key, limit),
      ),
    sorted: sortedSets(store.sorted, attempt),
    locks: locks(store.locks, attempt),
    presence: presence(store.presence, attempt),
    channels: {
      publish: (channel, message) => attempt(() => store.channels.publish(channel, message), nothing),
      // A subscription has no deadline: the adapter keeps it alive.
      subscribe: (channel, onMessage, onGap) => store.channels.subscribe(channel, onMessage, onGap),
    },
    state: () => breaker.state,
    close: async () => {
      await deps.local.close();
      // A store that hangs or fails must not delay shutdown either.
      const done = new AbortController();
      const closed = store.close().catch(error => deps.telemetry.log.warn('cache.close_failed', { error }));
      await Promise.race([closed, pause(deps.clock, CLOSE_MS, done.signal)]);
      done.abort();
    },
  };
}

function values(store: Values, local: Values, attempt: Attempt): Values {
  const pending = new PendingDeletes();
  const remove = (keys: readonly CacheKey[]) => attempt(() => store.delete(keys), fail);
  const read = <T>(key: CacheKey, operation: () => Promise<T | null>): Promise<T | null> => {
    void pending.flush(remove);
    return pending.has(key) ? Promise.resolve(null) : attempt(operation, () => null);
  };
  return {
    get: key => read(key, () => store.get(key)),
    getWithLifetime: key => read(key, () => store.getWithLifetime(key)),
    async getMany(keys) {
      void pending.flush(remove);
      const found = await attempt(
        () => store.getMany(keys),
        () => [],
      );
      return keys.map((key, index) => (pending.has(key) ? null : (found[index] ?? null)));
    },
    async set(key, value, ttlMs) {
      const isSet = () => store.set(key, value, ttlMs).then(() => true);
      if (await attempt(isSet, () => false)) pending.resolve([key]);
    },
    delete: keys =>
      remove(keys).then(
        () => pending.resolve(keys),
        () => pending.add(keys),
      ),
    increment: (key, by, ttlMs) =>
      attempt(
        () => store.increment(key, by, ttlMs),
        () => local.increment(key, by, ttlMs),
      ),
  };
}

function sortedSets(store: SortedSets, attempt: Attempt): SortedSets {
  return {
    add: (...args) => attempt(() => store.add(...args), zero),
    replace: (...args) => attempt(() => store.replace(...args), nothing),
    increment: (key, members, ttlMs) =>
      attempt(
        () => store.increment(key, members, ttlMs),
        () => members.map(({ score }) => score),
      ),
    top: (...args) => attempt(() => store.top(...args), none),
    range: (...args) => attempt(() => store.range(...args), none),
    rank: (...args) => attempt(() => store.rank(...args), unknown),
    score: (...args) => attempt(() => store.score(...args), unknown),
    remove: (...args) => attempt(() => store.remove(...args), zero),
    trim: (...args) => attempt(() => store.trim(...args), zero),
    count: (...args) => attempt(() => store.count(...args), zero),
    expire: (...args) => attempt(() => store.expire(...args), no),
    delete: key => attempt(() => store.delete(key), nothing),
  };
}

function locks(store: Locks, attempt: Attempt): Locks {
  return {
    acquire: (...args) => attempt(() => store.acquire(...args), fail),
    extend: (...args) => attempt(() => store.extend(...args), fail),
    release: (...args) => attempt(() => store.release(...args), fail),
  };
}

function presence(store: Presence, attempt: Attempt): Presence {
  return {
    touch: (...args) => attempt(() => store.touch(...args), nothing),
    leave: (...args) => attempt(() => store.leave(...args), nothing),
    list: (...args) => attempt(() => store.list(...args), none),
    count: (...args) => attempt(() => store.count(...args), zero),
  };
}

const CLOSE_MS = 1_000;

const nothing = (): void => undefined;
const none = (): [] => [];
const zero = (): number => 0;
const no = (): boolean => false;
const unknown = (): null => null;
const fail = (cause: unknown): never => {
  throw new CacheUnavailable(cause);
};

/** Runs the operation on the store, or the fallback when the store is unavailable. */
type Attempt = <T>(operation: () => Promise<T>, fallback: (cause: unknown) => T | Promise<T>) => Promise<T>;

export interface ResilientCache extends SharedCache {
  /** For tests and diagnostics. */
  state(): BreakerState;
}

export interface ResilientDeps {
  readonly clock: Clock;
  readonly telemetry: BreakerTelemetry;
  /** Holds rate limits and counters while the store is unavailable: a cache in memory. */
  readonly local: SharedCache;
  readonly settings?: BreakerSettings;
}
