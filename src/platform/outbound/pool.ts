import type { Connection, Keeper } from './exchange.ts';
import { Reason } from './failure.ts';
import type { Watch } from './watch.ts';

/**
 * Connections by origin, bounded for each origin and altogether. Whoever asks gets, in this order: one that
 * rests, a new one, a place in the queue of the origin, or a place in the queue of all when only the bound of
 * all stands in the way. Resting connections never stand in the way: the one that has rested longest goes.
 */
export class Pool implements Keeper {
  readonly #bounds: PoolBounds;
  readonly #origins = new Map<string, Origin>();
  /** Those that rest, longest first, with the moment they were laid down. */
  readonly #resting = new Map<Connection, number>();
  readonly #waiting = new Set<Waiter>();
  #open = 0;

  constructor(bounds: PoolBounds) {
    this.#bounds = bounds;
  }

  get usage(): { connections: number; idleConnections: number; waiting: number } {
    return { connections: this.#open, idleConnections: this.#resting.size, waiting: this.#waiting.size };
  }

  /** `open` is called when a new connection is needed; it must end in time by itself. */
  async acquire(
    key: string,
    wantsFresh: boolean,
    watch: Watch,
    open: () => Promise<Connection>,
  ): Promise<Connection> {
    for (;;) {
      const rested = wantsFresh ? null : this.#rested(key);
      if (rested !== null) return rested;
      if (this.#mayOpen(key)) return this.#opened(key, open);
      await this.#turn(key, watch);
    }
  }

  freed(connection: Connection): void {
    if (connection.isIdle()) this.#resting.set(connection, performance.now());
    this.#wakeOne(connection.key);
  }

  gone(connection: Connection): void {
    this.#resting.delete(connection);
    const origin = this.#origins.get(connection.key);
    if (!origin?.connections.delete(connection)) return;
    this.#left(connection.key, origin);
  }

  /** Closes what has rested too long; true while something rests. */
  closeRested(now: number): boolean {
    for (const [connection, since] of this.#resting)
      if (now - since >= connection.restMs()) connection.close();
    return this.#resting.size > 0;
  }

  close(): void {
    for (const { connections } of [...this.#origins.values()])
      for (const connection of [...connections]) connection.close();
  }

  /** The one used last, because it is the least likely to have been closed by the other side. */
  #rested(key: string): Connection | null {
    const origin = this.#origins.get(key);
    if (origin === undefined) return null;
    let found: Connection | null = null;
    for (const connection of origin.connections) if (connection.room() > 0) found = connection;
    if (found !== null) this.#resting.delete(found);
    return found;
  }

  #mayOpen(key: string): boolean {
    const origin = this.#origins.get(key);
    if (origin !== undefined && origin.size >= this.#bounds.perOrigin) this.#closeLongestResting(origin);
    if (origin !== undefined && origin.size >= this.#bounds.perOrigin) return false;
    if (this.#open >= this.#bounds.total) this.#closeLongestResting();
    return this.#open < this.#bounds.total;
  }

  #closeLongestResting(within?: Origin): void {
    for (const connection of this.#resting.keys()) {
      if (within !== undefined && !within.connections.has(connection)) continue;
      connection.close();
      return;
    }
  }

  async #opened(key: string, open: () => Promise<Connection>): Promise<Connection> {
    const origin = this.#origins.get(key) ?? { size: 0, connections: new Set<Connection>() };
    this.#origins.set(key, origin);
    origin.size++;
    this.#open++;
    let connection: Connection;
    try {
      connection = await open();
    } catch (error) {
      this.#left(key, origin);
      throw error;
    }
    origin.connections.add(connection);
    if (connection.room() > 0) return connection;
    this.gone(connection);
    throw new Reason('reset', 'hung up as soon as it was connected to');
  }

  #left(key: string, origin: Origin): void {
    origin.size--;
    this.#open--;
    if (origin.size === 0) this.#origins.delete(key);
    this.#wakeOne(key);
  }

  #turn(key: string, watch: Watch): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { key, wake: resolve };
      this.#waiting.add(waiter);
      watch.enter('timeout-queue', this.#bounds.waitMs, reason => {
        this.#waiting.delete(waiter);
        reject(reason);
      });
    });
  }

  /** First who waits for this origin; else who waits longest for any that is below its own bound. */
  #wakeOne(key: string): void {
    let next: Waiter | null = null;
    for (const waiter of this.#waiting) {
      if (waiter.key === key) {
        next = waiter;
        break;
      }
      next ??= (this.#origins.get(waiter.key)?.size ?? 0) < this.#bounds.perOrigin ? waiter : null;
    }
    if (next === null) return;
    this.#waiting.delete(next);
    next.wake();
  }
}

export interface PoolBounds {
  readonly perOrigin: number;
  readonly total: number;
  readonly waitMs: number;
}

interface Origin {
  /** Those that are being opened included. */
  size: number;
  readonly connections: Set<Connection>;
}

interface Waiter {
  readonly key: string;
  readonly wake: () => void;
}
