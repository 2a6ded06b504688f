import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../../errors.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { DatabaseUnreachable } from './failures.ts';
import type { Database } from './port.ts';

/**
 * The same database for background work that no request waits for. When a hundred visits end together they want a
 * hundred connections: here they queue for as long as that takes and never hold more than half of the pool, so that a
 * request still finds a connection within its short patience. A process has one such queue.
 *
 * Work that already holds a slot and calls again, such as a handler within its transaction, takes a second connection
 * without queueing. Otherwise, with all slots held that way, every holder would wait for the others.
 */
export function inBackground(database: Database, options: BackgroundOptions = {}): Database {
  const queue = new SlotQueue({
    slots: Math.max(1, Math.floor(database.state().limit / 2)),
    patienceMs: options.patienceMs ?? 60_000,
    clock: options.clock ?? systemClock,
  });
  return {
    many: (type, statement) => queue.run(() => database.many(type, statement)),
    one: (type, statement) => queue.run(() => database.one(type, statement)),
    maybe: (type, statement) => queue.run(() => database.maybe(type, statement)),
    execute: statement => queue.run(() => database.execute(statement)),
    transaction: (work, settings) => queue.run(() => database.transaction(work, settings)),
    listen: (...args) => database.listen(...args),
    ping: () => database.ping(),
    state: () => database.state(),
    close: () => Promise.reject(new Error('background work must not close the pool')),
  };
}

/** First come, first served; a holder that finishes passes its slot to the next in the queue. */
class SlotQueue {
  readonly #options: SlotQueueOptions;
  readonly #waiting = new Set<() => void>();
  readonly #holding = new AsyncLocalStorage<ConnectionSlot>();
  #taken = 0;

  constructor(options: SlotQueueOptions) {
    this.#options = options;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holding.getStore()?.isHeld) return this.#retryUntilDone(work);
    if (this.#taken < this.#options.slots) this.#taken++;
    else await this.#waitForSlot();
    const slot = { isHeld: true };
    try {
      return await this.#holding.run(slot, () => this.#retryUntilDone(work));
    } finally {
      // Work started under this slot that outlives it no longer holds one.
      slot.isHeld = false;
      const [next] = this.#waiting;
      if (next) next();
      else this.#taken--;
    }
  }

  /** Retries only what certainly had no effect; waits less long for an unavailable server than for a busy one. */
  async #retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
    const { clock, patienceMs } = this.#options;
    const began = clock.now();
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isBusy = error instanceof Problem && error.code === 'overloaded';
        const isAway = error instanceof DatabaseUnreachable && !isBusy;
        if (!(isBusy || isAway) || clock.now() >= began + (isAway ? UNAVAILABLE_PATIENCE_MS : patienceMs))
          throw error;
      }
      await clock.sleep(RETRY_INTERVAL_MS);
    }
  }

  #waitForSlot(): Promise<void> {
    const { clock, patienceMs } = this.#options;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const onSlot = () => {
        this.#waiting.delete(onSlot);
        over.abort();
        resolve();
      };
      this.#waiting.add(onSlot);
      clock.sleep(patienceMs, over.signal).then(
        () => {
          this.#waiting.delete(onSlot);
          reject(new Problem('overloaded', undefined, { retryAfterSeconds: 1 }));
        },
        () => {
          // Aborted: the slot came first.
        },
      );
    });
  }
}

/**
 * Longer than PostgreSQL takes to recover from a crash, shorter than an operator who has pressed Ctrl-C wants to
 * wait.
 */
const UNAVAILABLE_PATIENCE_MS = 5_000;
/** Each attempt has already waited for the pool, for as long as the pool's own patience. */
const RETRY_INTERVAL_MS = 100;

export interface BackgroundOptions {
  /** How long work waits for a slot. */
  readonly patienceMs?: number;
  readonly clock?: Clock;
}

interface ConnectionSlot {
  isHeld: boolean;
}

interface SlotQueueOptions {
  readonly slots: number;
  readonly patienceMs: number;
  readonly clock: Clock;
}
