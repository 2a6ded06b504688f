import type { Taste } from '../../feeds/ranking/taste.ts';
import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog, Tail } from '../../platform/log/port.ts';
import { INTERESTS_CHANGED } from '../../streams.ts';
import { loadTastes } from './load-tastes.ts';

/**
 * FEED-6: the tastes of active readers in memory, so that their next page needs no database. Events in the log
 * invalidate them; a taste is used for a minute at most.
 */
export class TasteCache {
  readonly #deps: TasteCacheDeps;
  /** Concurrent readers are loaded in one batch: a crowd needs few connections. */
  readonly #load: Batcher<string, Taste>;
  readonly #entries = new Map<string, { readonly taste: Promise<Taste>; readonly at: number }>();
  #tail: Tail | undefined;

  constructor(deps: TasteCacheDeps) {
    this.#deps = deps;
    this.#load = createBatcher({
      run: userIds => loadTastes(deps.database, deps.clock, userIds),
      lanes: 2,
      weigh: () => 1,
      maxWeight: 100,
    });
  }

  async start(): Promise<void> {
    this.#tail = await this.#deps.log.tail(INTERESTS_CHANGED, async events => {
      for (const { data } of events) this.#entries.delete(data.userId);
    });
  }

  of(userId: string): Promise<Taste> {
    const { clock } = this.#deps;
    const known = this.#entries.get(userId);
    if (known && Math.abs(clock.now() - known.at) < TTL_MS) return known.taste;
    const taste = this.#load(userId);
    const entry = { taste, at: clock.now() };
    this.#entries.delete(userId);
    this.#entries.set(userId, entry);
    taste.catch(() => this.#entries.get(userId) === entry && this.#entries.delete(userId));
    const [oldest = ''] = this.#entries.keys();
    if (this.#entries.size > MAX_TASTES) this.#entries.delete(oldest);
    return taste;
  }

  /** Drops the taste of a reader who just changed it here, without waiting for the log. */
  forget(userId: string): void {
    this.#entries.delete(userId);
  }

  clear(): void {
    this.#entries.clear();
  }

  async caughtUp(): Promise<void> {
    await this.#tail?.caughtUp();
  }

  async stop(): Promise<void> {
    await this.#tail?.stop();
  }
}

const TTL_MS = 60_000;
/** A few kilobytes each. */
const MAX_TASTES = 20_000;

interface TasteCacheDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: EventLog;
}
