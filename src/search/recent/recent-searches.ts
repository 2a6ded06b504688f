import type { Clock } from '../../lib/clock.ts';
import { type CacheKey, cacheKey } from '../../platform/cache/keys.ts';
import { CacheUnavailable, type SharedCache } from '../../platform/cache/port.ts';
import { inBackground } from '../../platform/database/background.ts';
import type { Database, Subscription, Transaction } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import {
  CHANGES,
  dropNote,
  dropOldSearches,
  forgetSearches,
  KEPT_DAYS,
  keepSearch,
  MOST_SHOWN,
  newestSearches,
  noteChange,
  pendingChange,
  type RecentSearch,
  unmended,
} from './store.ts';

/**
 * SRCH-8: what a reader has searched for, newest first. Kept in the database, and the last ten in the view store, where
 * they are ready when the reader opens the page.
 *
 *   change  -> database, with a note that the list in memory is older  -> memory  -> the note goes
 *
 * A list in memory is only ever written from the database, under a lock, so the last to write has read what was last
 * committed. When the process dies after the commit, or the view store is away, the note stays, and `mend` does the rest.
 */
export class RecentSearches {
  readonly #deps: RecentSearchesDeps;
  #changes: Subscription | null = null;
  /** Lists from before notifications were missed are never read again. */
  #version = 1;

  constructor(deps: RecentSearchesDeps) {
    // When many readers search at once their lists stand in line; the pool is there for what they search for.
    this.#deps = { ...deps, database: inBackground(deps.database, { patienceMs: PATIENCE_MS }) };
  }

  /** From here on lists may be answered from memory: what other processes change is heard of. */
  async follow(): Promise<void> {
    this.#changes = await this.#deps.database.listen(
      CHANGES,
      userId => void this.#followOthers(userId),
      () => this.#version++,
    );
  }

  async list(userId: string): Promise<readonly RecentSearch[]> {
    // While other processes cannot tell what they change, only the database knows.
    if (this.#changes?.connected !== true) return newestSearches(this.#deps.database, userId);
    const held = await this.#deps.cache.sorted.top(this.#key(userId), MOST_SHOWN);
    if (held.length === 0) return this.#load(userId);
    await this.#deps.cache.sorted.expire(this.#key(userId), IDLE_MS);
    return held.map(({ member, score }) => ({ query: member, searchedAt: new Date(score) }));
  }

  async add(userId: string, query: string): Promise<void> {
    const searchedAt = new Date(this.#deps.clock.now());
    await this.#change(userId, tx => keepSearch(tx, userId, { query, searchedAt }));
  }

  async remove(userId: string, query: string): Promise<void> {
    await this.#change(userId, tx => forgetSearches(tx, userId, query));
  }

  async clear(userId: string): Promise<void> {
    await this.#change(userId, tx => forgetSearches(tx, userId, null));
  }

  /** Has the list ready for somebody who has just come; nobody waits for it. */
  warm(userId: string): void {
    this.list(userId).catch(error => this.#deps.log.warn('recent searches could not be warmed', { error }));
  }

  /** A chore: finishes what was left half done, and drops what is too old. */
  async mend(): Promise<number> {
    const { clock, database } = this.#deps;
    const left = await unmended(database, new Date(clock.now() - MEND_AFTER_MS), MENDED_AT_ONCE);
    for (const userId of left) await this.#load(userId);
    await dropOldSearches(database, new Date(clock.now() - KEPT_DAYS * DAY_MS));
    return left.length;
  }

  async close(): Promise<void> {
    await this.#changes?.close();
  }

  async #change(userId: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const { clock, database, newId } = this.#deps;
    await database.transaction(async tx => {
      await work(tx);
      await noteChange(tx, userId, newId(), new Date(clock.now()));
    });
    await this.#load(userId).catch(error =>
      this.#deps.log.warn('recent searches are not in memory yet and will be mended', { error }),
    );
  }

  /** From the database into memory. Without the lock, as when the store is away, memory is left as it is. */
  async #load(userId: string): Promise<readonly RecentSearch[]> {
    const { database } = this.#deps;
    const lock = await this.#lock(userId);
    try {
      const change = await pendingChange(database, userId);
      const searches = await newestSearches(database, userId);
      if (lock !== null && (await this.#hold(userId, searches)) && change !== null)
        await dropNote(database, userId, change);
      return searches;
    } finally {
      if (lock !== null) await this.#deps.cache.locks.release(this.#key(userId), lock);
    }
  }

  /** Whether memory has it now: a store that is away takes everything and keeps nothing. */
  async #hold(userId: string, searches: readonly RecentSearch[]): Promise<boolean> {
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

  /** Another process has changed a list that this one may hold. */
  async #followOthers(userId: string): Promise<void> {
    try {
      if ((await this.#deps.cache.sorted.count(this.#key(userId))) > 0) await this.#load(userId);
    } catch (error) {
      this.#deps.log.warn('recent searches were changed elsewhere and could not be read again', { error });
    }
  }

  #key(userId: string): CacheKey {
    return cacheKey('recent-searches', this.#version, userId);
  }
}

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;
const IDLE_MS = 7 * DAY_MS;
const LOCK_MS = 5_000;
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 20;
const MEND_AFTER_MS = 10_000;
const MENDED_AT_ONCE = 1_000;

export interface RecentSearchesDeps {
  readonly database: Database;
  readonly cache: SharedCache;
  readonly clock: Clock;
  /** For waits between tries, which are of the machine and of no hour of the day. */
  readonly waitingClock: Pick<Clock, 'sleep'>;
  readonly newId: () => string;
  readonly log: Pick<Logger, 'warn'>;
}
