import { backoff } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../telemetry/port.ts';
import type { ViewKey } from './keys.ts';
import { CacheUsageError, type FencingToken, type SharedCache } from './port.ts';

/**
 * VIEW-1: what is costly is computed once and then remembered, and stampedes are held off.
 *
 *   fresh     (the first `ttlMs`)      handed out
 *   stale     (then, for `staleMs`)    handed out at once, while one computation rebuilds it behind
 *   missing                            callers wait for the one computation
 *
 * One computation per key: within the process all callers share one flight; among processes the flight that
 * holds the key's lock computes and the others look again and again until the value is there. Nothing waits
 * for ever: a lock whose holder died runs out, and a flight that has waited too long computes by itself, as
 * it does when the store is away. A flush in the middle of a computation takes its lock too; each other
 * process may then compute the key once more, not each caller.
 *
 * A computation that fails is not remembered. With a stale value present the failure is logged, the stale
 * value stays, and the lock is left to run out: that is the pause before the next try, for all processes.
 */
export class Remember {
  readonly #deps: RememberDeps;
  readonly #flights = new Map<ViewKey, Flight>();

  constructor(deps: RememberDeps) {
    this.#deps = deps;
  }

  bytes(key: ViewKey, lifetimes: Lifetimes, compute: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return this.#recall({ key, lifetimes, compute, decode: bytes => new Uint8Array(bytes) });
  }

  /**
   * The same for what JSON can hold. Every caller gets a copy of its own, read back through `decode` also
   * when it was just computed, so that the first caller sees what all others see. What `decode` refuses
   * (written by another version of the program) counts as missing.
   */
  json<T>(
    key: ViewKey,
    lifetimes: Lifetimes,
    decode: (value: unknown) => T,
    compute: () => Promise<T>,
  ): Promise<T> {
    return this.#recall({
      key,
      lifetimes,
      compute: async () => new TextEncoder().encode(JSON.stringify(await compute())),
      decode: bytes => decode(JSON.parse(new TextDecoder().decode(bytes))),
    });
  }

  /**
   * Removes the value; who asks from now on in this process gets one that was computed from now on. Other
   * processes may still write what they were computing: state that must change at once for all belongs
   * under a key that changes with it.
   */
  async forget(key: ViewKey): Promise<void> {
    const flight = this.#flights.get(key);
    if (flight) flight.forgotten = true;
    this.#flights.delete(key);
    await this.#orElse(undefined, this.#deps.cache.delete([key]));
  }

  /** Resolves when nothing is being computed any more; for the end of the process and for tests. */
  async settled(): Promise<void> {
    while (this.#flights.size > 0) {
      await Promise.allSettled([...this.#flights.values()].map(({ landed }) => landed));
    }
  }

  async #recall<T>(task: Task<T>): Promise<T> {
    const found = await this.#look(task);
    if (found?.fresh) return found.value;
    const flight = this.#flights.get(task.key) ?? this.#takeOff(task);
    if (found === null) return task.decode(await flight.landed);
    this.#watch(task.key, flight);
    return found.value;
  }

  #takeOff(task: Task<unknown>): Flight {
    const isWanted = () => !flight.forgotten;
    const landed = this.#fly(task, isWanted).finally(() => {
      if (isWanted()) this.#flights.delete(task.key);
    });
    const flight: Flight = { landed, forgotten: false, watched: false };
    this.#flights.set(task.key, flight);
    return flight;
  }

  /** Nobody waits for a rebuild behind a stale value, so its failure has to be told here, once. */
  #watch(key: ViewKey, flight: Flight): void {
    if (flight.watched) return;
    flight.watched = true;
    flight.landed.catch(error => {
      this.#deps.log.warn('a view could not be rebuilt; its stale value is served', { key, error });
    });
  }

  async #fly(task: Task<unknown>, isWanted: () => boolean): Promise<Uint8Array> {
    const { clock, random } = this.#deps;
    for (let attempt = 1, waitedMs = 0; ; attempt++) {
      const token = await this.#acquire(task.key);
      if (token === 'away' || waitedMs >= PATIENCE_MS) return this.#compute(task, isWanted);
      if (token !== null) return this.#computeUnderLock(task, token, isWanted);
      const pauseMs = backoff(attempt, random, { first: 20, most: 250 });
      await clock.sleep(pauseMs);
      waitedMs += pauseMs;
      const found = await this.#look(task);
      if (found?.fresh) return found.bytes;
    }
  }

  async #computeUnderLock(
    task: Task<unknown>,
    token: FencingToken,
    isWanted: () => boolean,
  ): Promise<Uint8Array> {
    const done = new AbortController();
    let isPause = false;
    try {
      // Another flight may have finished between our look and our lock.
      const found = await this.#look(task);
      if (found?.fresh) return found.bytes;
      isPause = found !== null;
      this.#keepLock(task.key, token, done.signal);
      const bytes = await this.#compute(task, isWanted);
      isPause = false;
      return bytes;
    } finally {
      done.abort();
      if (!isPause) await this.#orElse(false, this.#deps.cache.locks.release(task.key, token));
    }
  }

  async #compute({ key, lifetimes, compute }: Task<unknown>, isWanted: () => boolean): Promise<Uint8Array> {
    const bytes = await compute();
    const { ttlMs, staleMs = 0, jitter = DEFAULT_JITTER } = lifetimes;
    // Values that were computed together must not all run out together.
    const freshMs = Math.max(1, Math.round(ttlMs * (1 - jitter * this.#deps.random.fraction())));
    if (isWanted()) await this.#orElse(undefined, this.#deps.cache.set(key, bytes, freshMs + staleMs));
    return bytes;
  }

  /** The lock is short, so that the end of its holder is noticed soon, and is extended while it computes. */
  async #keepLock(key: ViewKey, token: FencingToken, signal: AbortSignal): Promise<void> {
    const { clock, cache } = this.#deps;
    for (let keptMs = 0; keptMs < PATIENCE_MS; keptMs += LOCK_MS / 3) {
      const inTime = await clock.sleep(LOCK_MS / 3, signal).then(
        () => true,
        () => false,
      );
      if (!inTime) return;
      await this.#orElse(false, cache.locks.extend(key, token, LOCK_MS));
    }
  }

  async #look<T>({ key, lifetimes, decode }: Task<T>): Promise<Found<T> | null> {
    const held = await this.#orElse(null, this.#deps.cache.getWithLifetime(key));
    if (held === null) return null;
    try {
      const fresh = held.leftMs > (lifetimes.staleMs ?? 0);
      return { bytes: held.value, value: decode(held.value), fresh };
    } catch {
      return null;
    }
  }

  #acquire(key: ViewKey): Promise<FencingToken | null | 'away'> {
    return this.#orElse<FencingToken | null | 'away'>('away', this.#deps.cache.locks.acquire(key, LOCK_MS));
  }

  /** A store that fails is a store that knows nothing; a mistake in the program stays one. */
  async #orElse<T>(otherwise: T, asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof CacheUsageError) throw error;
      return otherwise;
    }
  }
}

const LOCK_MS = 3_000;
const PATIENCE_MS = 30_000;
const DEFAULT_JITTER = 0.1;

export interface Lifetimes {
  /** How long it is fresh, at most: the real time is shorter by a random part of `jitter`. */
  readonly ttlMs: number;
  /** How much longer it may be served while it is rebuilt. */
  readonly staleMs?: number;
  /** From 0 to 1; a tenth unless stated. */
  readonly jitter?: number;
}

export interface RememberDeps {
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

interface Task<T> {
  readonly key: ViewKey;
  readonly lifetimes: Lifetimes;
  readonly compute: () => Promise<Uint8Array>;
  readonly decode: (bytes: Uint8Array) => T;
}

interface Flight {
  readonly landed: Promise<Uint8Array>;
  /** Set when its result is no longer wanted. */
  forgotten: boolean;
  watched: boolean;
}

interface Found<T> {
  readonly bytes: Uint8Array;
  readonly value: T;
  readonly fresh: boolean;
}
