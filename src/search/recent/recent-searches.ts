import type { Clock } from '../../lib/clock.ts';
import { type CacheKey, cacheKey } from '../../platform/cache/keys.ts';
import { CacheUnavailable, type SharedCache } from '../../platform/cache/port.ts';
import { inBackground } from '../../platform/database/background.ts';
import type { Database, Subscription, Transaction } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import {
  CHANGE_CHANNEL,
  deleteChange,
  deleteOldSearches,
  deleteSearches,
  MAX_LISTED,
  newestSearches,
  pendingChange,
  RETENTION_DAYS,
  type RecentSearch,
  recordChange,
  recordSearch,
  unrepairedReaders,
} from './store.ts';

/**
 * SRCH-8: the recent searches of readers, newest first. The database has all of them, and the cache the last ten,
 * ready when the reader opens the page.
 *
 *   change -> database, with a repair record -> cache -> the repair record is deleted
 *
 * A cached list is only ever written from the database, under a lock, so the last writer has read the last commit.
 * When the process dies after the commit, or the cache is unavailable, the repair record remains and `repair`
 * completes the change.
 */
export class RecentSearchLists {
  readonly #deps: RecentSearchListsDeps;
  #changes: Subscription | null = null;
  /** Increased after missed notifications, so that lists cached before are never read again. */
  #version = 1;

  constructor(deps: RecentSearchListsDeps) {
    // When many readers search at once, their lists wait in line and leave the pool to the searches.
    this.#deps = { ...deps, database: inBackground(deps.database, { patienceMs: DATABASE_PATIENCE_MS }) };
  }

  /** From now on lists may be read from the cache, because changes of other processes are received. */
  async follow(): Promise<void> {
    this.#changes = await this.#deps.database.listen(
      CHANGE_CHANNEL,
      userId => void this.#reloadCached(userId),
      () => this.#version++,
    );
  }

  async list(userId: string): Promise<readonly RecentSearch[]> {
    // Without notifications from other processes, only the database is current.
    if (this.#changes?.connected !== true) return newestSearches(this.#deps.database, userId);
    const cached = await this.#deps.cache.sorted.top(this.#key(userId), MAX_LISTED);
    if (cached.length === 0) return this.#load(userId);
    await this.#deps.cache.sorted.expire(this.#key(userId), IDLE_MS);
    return cached.map(({ member, score }) => ({ query: member, searchedAt: new Date(score) }));
  }

  async add(userId: string, query: string): Promise<void> {
    const searchedAt = new Date(this.#deps.clock.now());
    await this.#change(userId, tx => recordSearch(tx, userId, { query, searchedAt }));
  }

  async remove(userId: string, query: string): Promise<void> {
    await this.#change(userId, tx => deleteSearches(tx, userId, query));
  }

  async clear(userId: string): Promise<void> {
    await this.#change(userId, tx => deleteSearches(tx, userId, null));
  }

  /** Caches the list of a reader who has just signed in, in the background. */
  warm(userId: string): void {
    this.list(userId).catch(error => this.#deps.log.warn('search.recent_warm_failed', { error }));
  }

  /** Periodic task: completes interrupted changes and deletes old searches. */
  async repair(): Promise<number> {
    const { clock, database } = this.#deps;
    const pending = await unrepairedReaders(database, new Date(clock.now() - REPAIR_AFTER_MS), REPAIR_BATCH);
    for (const userId of pending) await this.#load(userId);
    await deleteOldSearches(database, new Date(clock.now() - RETENTION_DAYS * DAY_MS));
    return pending.length;
  }

  async close(): Promise<void> {
    await this.#changes?.close();
  }

  async #change(userId: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const { clock, database, newId } = this.#deps;
    await database.transaction(async tx => {
      await work(tx);
      await recordChange(tx, userId, newId(), new Date(clock.now()));
    });
    await this.#load(userId).catch(error => this.#deps.log.warn('search.recent_cache_failed', { error }));
  }

  /**
   * Loads the list from the database into the cache. Without the lock, for example while the cache is unavailable,
   * the cache stays as it is.
   */
  async #load(userId: string): Promise<readonly RecentSearch[]> {
    const { database } = this.#deps;
    const lock = await this.#lock(userId);
    try {
      const change = await pendingChange(database, userId);
      const searches = await newestSearches(database, userId);
      if (lock !== null && (await this.#cacheList(userId, searches)) && change !== null)
        await deleteChange(database, userId, change);
      return searches;
    } finally {
      if (lock !== null) await this.#deps.cache.locks.release(this.#key(userId), lock);
    }
  }

  /** Whether the cache has it now: an unavailable cache accepts writes and stores nothing. */
  async #cacheList(userId: string, searches: readonly RecentSearch[]): Promise<boolean> {
    const { sorted } = this.#deps.cache;
    const members = searches.map(({ query, searchedAt }) => ({ member: query, score: searchedAt.getTime() }));
    const [newest] = members;
    if (newest === undefined) {
      await sorted.delete(this.#key(userId));
      return (await sorted.count(this.#key(userId))) === 0;
    }
    await sorted.replace(this.#key(userId), members, IDLE_MS);
    return (await sorted.score(this.#key(userId), newest.member)) === newest.score;
  }

  async #lock(userId: string): Promise<number | null> {
    const { cache } = this.#deps;
    for (let tries = 0; tries < LOCK_TRIES; tries++) {
      try {
        const token = await cache.locks.acquire(this.#key(userId), LOCK_MS);
        if (token !== null) return token;
      } catch (error) {
        if (!(error instanceof CacheUnavailable)) throw error;
        return null;
      }
      await this.#deps.waitingClock.sleep(LOCK_PAUSE_MS);
    }
    return null;
  }

  /** Another process has changed a list that may be cached. */
  async #reloadCached(userId: string): Promise<void> {
    try {
      if ((await this.#deps.cache.sorted.count(this.#key(userId))) > 0) await this.#load(userId);
    } catch (error) {
      this.#deps.log.warn('search.recent_reload_failed', { error });
    }
  }

  #key(userId: string): CacheKey {
    return cacheKey('recent-searches', this.#version, userId);
  }
}

const DATABASE_PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;
const IDLE_MS = 7 * DAY_MS;
const LOCK_MS = 5_000;
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 20;
const REPAIR_AFTER_MS = 10_000;
const REPAIR_BATCH = 1_000;

export interface RecentSearchListsDeps {
  readonly database: Database;
  readonly cache: SharedCache;
  readonly clock: Clock;
  /** For waits between tries: the machine's clock. */
  readonly waitingClock: Pick<Clock, 'sleep'>;
  readonly newId: () => string;
  readonly log: Pick<Logger, 'warn'>;
}
