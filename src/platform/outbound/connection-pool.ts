import type { Connection, ConnectionOwner } from './exchange.ts';
import { FailureReason } from './failure.ts';
import type { Watchdog } from './watchdogs.ts';

/**
 * Connections by origin, limited per origin and in total. A request gets, in this order: an idle connection, a new
 * one, a slot in the queue of the origin, or a slot in the queue of all when only the total limit is reached. Idle
 * connections never block a request: the one idle longest is closed.
 */
export class ConnectionPool implements ConnectionOwner {
  readonly #bounds: ConnectionPoolBounds;
  readonly #origins = new Map<string, OriginConnections>();
  /** Idle connections, longest idle first, with the time when they became idle. */
  readonly #idle = new Map<Connection, number>();
  readonly #waiting = new Set<Waiter>();
  #open = 0;

  constructor(bounds: ConnectionPoolBounds) {
    this.#bounds = bounds;
  }

  get usage(): { connections: number; idleConnections: number; waiting: number } {
    return { connections: this.#open, idleConnections: this.#idle.size, waiting: this.#waiting.size };
  }

  /** `open` is called when a new connection is needed; it must be bounded in time. */
  async acquire(
    key: string,
    wantsFresh: boolean,
    watch: Watchdog,
    open: () => Promise<Connection>,
  ): Promise<Connection> {
    for (;;) {
      const idle = wantsFresh ? null : this.#takeIdle(key);
      if (idle !== null) return idle;
      if (this.#mayOpen(key)) return this.#openNew(key, open);
      await this.#waitForSlot(key, watch);
    }
  }

  freed(connection: Connection): void {
    if (connection.isIdle()) this.#idle.set(connection, performance.now());
    this.#wakeNext(connection.key);
  }

  gone(connection: Connection): void {
    this.#idle.delete(connection);
    const origin = this.#origins.get(connection.key);
    if (!origin?.connections.delete(connection)) return;
    this.#releaseSlot(connection.key, origin);
  }

  /** Closes connections that have been idle too long; true while any is idle. */
  closeExpired(now: number): boolean {
    for (const [connection, since] of this.#idle) if (now - since >= connection.idleMs()) connection.close();
    return this.#idle.size > 0;
  }

  close(): void {
    for (const { connections } of [...this.#origins.values()])
      for (const connection of [...connections]) connection.close();
  }

  /** The one used last, because the server is least likely to have closed it. */
  #takeIdle(key: string): Connection | null {
    const origin = this.#origins.get(key);
    if (origin === undefined) return null;
    let found: Connection | null = null;
    for (const connection of origin.connections) if (connection.capacity() > 0) found = connection;
    if (found !== null) this.#idle.delete(found);
    return found;
  }

  #mayOpen(key: string): boolean {
    const origin = this.#origins.get(key);
    if (origin !== undefined && origin.size >= this.#bounds.perOrigin) this.#closeLongestIdle(origin);
    if (origin !== undefined && origin.size >= this.#bounds.perOrigin) return false;
    if (this.#open >= this.#bounds.total) this.#closeLongestIdle();
    return this.#open < this.#bounds.total;
  }

  #closeLongestIdle(within?: OriginConnections): void {
    for (const connection of this.#idle.keys()) {
      if (within !== undefined && !within.connections.has(connection)) continue;
      connection.close();
      return;
    }
  }

  async #openNew(key: string, open: () => Promise<Connection>): Promise<Connection> {
    const origin = this.#origins.get(key) ?? { size: 0, connections: new Set<Connection>() };
    this.#origins.set(key, origin);
    origin.size++;
    this.#open++;
    let connection: Connection;
    try {
      connection = await open();
    } catch (error) {
      this.#releaseSlot(key, origin);
      throw error;
    }
    origin.connections.add(connection);
    if (connection.capacity() > 0) return connection;
    this.gone(connection);
    throw new FailureReason('reset', 'closed the connection as soon as it was opened');
  }

  #releaseSlot(key: string, origin: OriginConnections): void {
    origin.size--;
    this.#open--;
    if (origin.size === 0) this.#origins.delete(key);
    this.#wakeNext(key);
  }

  #waitForSlot(key: string, watch: Watchdog): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { key, wake: resolve };
      this.#waiting.add(waiter);
      watch.enter('timeout-queue', this.#bounds.waitMs, reason => {
        this.#waiting.delete(waiter);
        reject(reason);
      });
    });
  }

  /**
   * First a request that waits for this origin, otherwise the one that has waited longest for an origin below its
   * limit.
   */
  #wakeNext(key: string): void {
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

export interface ConnectionPoolBounds {
  readonly perOrigin: number;
  readonly total: number;
  readonly waitMs: number;
}

interface OriginConnections {
  /** Includes connections being opened. */
  size: number;
  readonly connections: Set<Connection>;
}

interface Waiter {
  readonly key: string;
  readonly wake: () => void;
}
