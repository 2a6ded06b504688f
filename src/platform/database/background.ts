import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../../errors.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { NotAsked } from './failures.ts';
import type { Database } from './port.ts';

/**
 * The same database for work that nobody waits for in front of a screen. A hundred visits that end together want a
 * hundred connections: here they stand in line, for as long as that takes, and never hold more than half of the pool,
 * so that a person's request finds a connection within its short patience. A process makes one line for all such work.
 *
 * Whoever asks again while it holds a place, such as a handler within its transaction, takes a second connection along
 * and does not stand in line: with all places held that way everybody would wait for everybody.
 */
export function inBackground(database: Database, options: BackgroundOptions = {}): Database {
  const line = new Line({
    places: Math.max(1, Math.floor(database.state().limit / 2)),
    patienceMs: options.patienceMs ?? 60_000,
    clock: options.clock ?? systemClock,
  });
  return {
    many: (type, statement) => line.through(() => database.many(type, statement)),
    one: (type, statement) => line.through(() => database.one(type, statement)),
    maybe: (type, statement) => line.through(() => database.maybe(type, statement)),
    execute: statement => line.through(() => database.execute(statement)),
    transaction: (work, settings) => line.through(() => database.transaction(work, settings)),
    listen: (...args) => database.listen(...args),
    ping: () => database.ping(),
    state: () => database.state(),
    close: () => Promise.reject(new Error('work in the background does not close the pool')),
  };
}

/** First come, first served; whoever goes hands the place to the next. */
class Line {
  readonly #options: LineOptions;
  readonly #waiting = new Set<() => void>();
  readonly #holding = new AsyncLocalStorage<Place>();
  #taken = 0;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holding.getStore()?.isHeld) return this.#untilDone(work);
    if (this.#taken < this.#options.places) this.#taken++;
    else await this.#turn();
    const place = { isHeld: true };
    try {
      return await this.#holding.run(place, () => this.#untilDone(work));
    } finally {
      // What was begun under this place and goes on has none any more.
      place.isHeld = false;
      const [next] = this.#waiting;
      if (next) next();
      else this.#taken--;
    }
  }

  /** Tried again only where certainly nothing has happened; a server that is away is waited for less long. */
  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    const { clock, patienceMs } = this.#options;
    const began = clock.now();
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isBusy = error instanceof Problem && error.code === 'overloaded';
        const isAway = error instanceof NotAsked && !isBusy;
        if (!(isBusy || isAway) || clock.now() >= began + (isAway ? AWAY_MS : patienceMs)) throw error;
      }
      await clock.sleep(BETWEEN_TRIES_MS);
    }
  }

  #turn(): Promise<void> {
    const { clock, patienceMs } = this.#options;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const called = () => {
        this.#waiting.delete(called);
        over.abort();
        resolve();
      };
      this.#waiting.add(called);
      clock.sleep(patienceMs, over.signal).then(
        () => {
          this.#waiting.delete(called);
          reject(new Problem('overloaded', undefined, { retryAfterSeconds: 1 }));
        },
        () => {
          // The place came first.
        },
      );
    });
  }
}

/** Longer than PostgreSQL takes to come back after a crash, shorter than somebody waits who has pressed Ctrl-C. */
const AWAY_MS = 5_000;
/** The pool has been waited for by then already, for as long as its own patience is. */
const BETWEEN_TRIES_MS = 100;

export interface BackgroundOptions {
  /** How long work waits for its place. */
  readonly patienceMs?: number;
  readonly clock?: Clock;
}

interface Place {
  isHeld: boolean;
}

interface LineOptions {
  readonly places: number;
  readonly patienceMs: number;
  readonly clock: Clock;
}
