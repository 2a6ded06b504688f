import { BREAKERS, Breaker, type BreakerSettings, type BreakerState } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger, Metrics } from '../telemetry/port.ts';
import type { ViewKey } from './keys.ts';
import { OwedDeletes } from './owed-deletes.ts';
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
 * A view store that may be away or slow, made fit for callers who must go on. While it is away it looks like
 * a store that forgets everything at once: reads find nothing, writes are dropped, callers compute.
 *
 * Two things must not look that way. Limits and counters go on in `local`, the memory of this process,
 * because no limit at all would invite the very attack that it is for. Locks reject with CacheUnavailable,
 * because neither "free" nor "taken" would be true.
 */
export function createResilientCache(store: SharedCache, deps: ResilientDeps): ResilientCache {
  const breaker = new Breaker(NAME, deps.settings ?? BREAKERS[NAME], deps.clock, {
    isFailure: error => !(error instanceof CacheUsageError),
    onChange: tellChanges(deps),
  });
  const attempt: Attempt = async (ask, otherwise) => {
    try {
      return await breaker.run(ask);
    } catch (error) {
      if (error instanceof CacheUsageError) throw error;
      return otherwise(error);
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
      // Not a question with an answer in time: the adapter keeps the subscription alive by itself.
      subscribe: (channel, onMessage, onGap) => store.channels.subscribe(channel, onMessage, onGap),
    },
    state: () => breaker.state,
    close: () => store.close(),
  };
}

function values(store: Values, local: Values, attempt: Attempt): Values {
  const owed = new OwedDeletes();
  const remove = (keys: readonly ViewKey[]) => attempt(() => store.delete(keys), fail);
  const read = <T>(key: ViewKey, ask: () => Promise<T | null>): Promise<T | null> => {
    void owed.pay(remove);
    return owed.has(key) ? Promise.resolve(null) : attempt(ask, () => null);
  };
  return {
    get: key => read(key, () => store.get(key)),
    getWithLifetime: key => read(key, () => store.getWithLifetime(key)),
    async getMany(keys) {
      void owed.pay(remove);
      const found = await attempt(
        () => store.getMany(keys),
        () => [],
      );
      return keys.map((key, index) => (owed.has(key) ? null : (found[index] ?? null)));
    },
    async set(key, value, ttlMs) {
      const isSet = () => store.set(key, value, ttlMs).then(() => true);
      if (await attempt(isSet, () => false)) owed.settle([key]);
    },
    delete: keys =>
      remove(keys).then(
        () => owed.settle(keys),
        () => owed.add(keys),
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

/** Every opening is counted; an outage is told once, however many probes fail during it. */
function tellChanges({ log, metrics }: ResilientDeps): (state: BreakerState, cause?: unknown) => void {
  let isAway = false;
  return (state, cause) => {
    if (state === 'open') metrics.counter('circuit_breaker_open_total').add({ name: NAME });
    if (state === 'open' && !isAway) log.warn('the view store is away; cache are computed', { error: cause });
    if (state === 'closed') log.info('the view store is back');
    isAway = state !== 'closed';
  };
}

const NAME = 'view-store';

const nothing = (): void => undefined;
const none = (): [] => [];
const zero = (): number => 0;
const no = (): boolean => false;
const unknown = (): null => null;
const fail = (cause: unknown): never => {
  throw new CacheUnavailable(cause);
};

/** Asks the store, or answers without it when it is away. */
type Attempt = <T>(ask: () => Promise<T>, otherwise: (cause: unknown) => T | Promise<T>) => Promise<T>;

export interface ResilientCache extends SharedCache {
  /** For the page that shows what is degraded. */
  state(): BreakerState;
}

export interface ResilientDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'counter'>;
  /** Where limits and counters go on while the store is away: a store in memory. */
  readonly local: SharedCache;
  readonly settings?: BreakerSettings;
}
