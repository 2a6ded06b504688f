import { backoff } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../telemetry/port.ts';
import type { CacheKey } from './keys.ts';
import { CacheUsageError, type FencingToken, type SharedCache } from './port.ts';

/**
 * VIEW-1: a read-through cache that prevents stampedes.
 *
 *   fresh     (the first `ttlMs`)      returned
 *   stale     (then, for `staleMs`)    returned immediately, while one computation refreshes it in the background
 *   missing                            callers wait for the one computation
 *
 * There is one computation per key: within the process all callers share it; between processes the holder of the key's
 * lock computes and the others poll until the value is there. Every wait is bounded: the lock of a dead holder expires,
 * and a process that has waited too long, or cannot reach the cache, computes without the lock. A flush during a
 * computation removes its lock too; each other process may then compute the key again, but not each caller.
 *
 * A failed computation is not cached. While a stale value exists the failure is logged, the stale value stays, and the
 * lock is left to expire: that is the pause before the next attempt, for all processes.
 */
export class ReadThroughCache {
  readonly #deps: ReadThroughDeps;
  readonly #computations = new Map<CacheKey, Computation>();

  constructor(deps: ReadThroughDeps) {
    this.#deps = deps;
  }

  /** Callers share the bytes and must not change them. */
  async getOrCompute(
    key: CacheKey,
    lifetimes: Lifetimes,
    compute: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const found = await this.#find(key, lifetimes);
    if (found?.isFresh) return found.bytes;
    const computation = this.#computations.get(key) ?? this.#start({ key, lifetimes, compute });
    if (found === null) return computation.result;
    this.#logFailure(key, computation);
    return found.bytes;
  }

  /** Resolves when no computation is running; for shutdown and tests. */
  async settled(): Promise<void> {
    while (this.#computations.size > 0) {
      await Promise.allSettled([...this.#computations.values()].map(({ result }) => result));
    }
  }

  #start(request: ComputeRequest): Computation {
    const result = this.#computeOnce(request).finally(() => this.#computations.delete(request.key));
    const computation: Computation = { result, failureIsLogged: false };
    this.#computations.set(request.key, computation);
    return computation;
  }

  /** No caller waits for a refresh behind a stale value, so its failure is logged here, once. */
  #logFailure(key: CacheKey, computation: Computation): void {
    if (computation.failureIsLogged) return;
    computation.failureIsLogged = true;
    computation.result.catch(error => {
      this.#deps.log.warn('cache.refresh_failed', { key, error });
    });
  }

  async #computeOnce(request: ComputeRequest): Promise<Uint8Array> {
    const { clock, random } = this.#deps;
    for (let attempt = 1, waitedMs = 0; ; attempt++) {
      const token = await this.#lock(request.key);
      if (token === 'unavailable' || waitedMs >= MAX_WAIT_MS) return this.#compute(request);
      if (token !== null) return this.#computeLocked(request, token);
      const pauseMs = backoff(attempt, random, { firstMs: 20, maxMs: 250 });
      await clock.sleep(pauseMs);
      waitedMs += pauseMs;
      const found = await this.#find(request.key, request.lifetimes);
      if (found?.isFresh) return found.bytes;
    }
  }

  async #computeLocked(request: ComputeRequest, token: FencingToken): Promise<Uint8Array> {
    const { key, lifetimes } = request;
    const done = new AbortController();
    let keepsLock = false;
    try {
      // Another process may have finished between our read and our lock.
      const found = await this.#find(key, lifetimes);
      if (found?.isFresh) return found.bytes;
      keepsLock = found !== null;
      this.#extendLock(key, token, done.signal);
      const bytes = await this.#compute(request);
      keepsLock = false;
      return bytes;
    } finally {
      done.abort();
      if (!keepsLock) await this.#orElse(false, this.#deps.cache.locks.release(key, token));
    }
  }

  async #compute({ key, lifetimes, compute }: ComputeRequest): Promise<Uint8Array> {
    const bytes = await compute();
    const { ttlMs, staleMs = 0, jitter = DEFAULT_JITTER } = lifetimes;
    // Values computed together must not all expire together.
    const freshMs = Math.max(1, Math.round(ttlMs * (1 - jitter * this.#deps.random.fraction())));
    await this.#orElse(undefined, this.#deps.cache.set(key, bytes, freshMs + staleMs));
    return bytes;
  }

  /** The lock is short, so that others notice soon when its holder dies; the holder extends it while it computes. */
  async #extendLock(key: CacheKey, token: FencingToken, signal: AbortSignal): Promise<void> {
    const { clock, cache } = this.#deps;
    for (let heldMs = 0; heldMs < MAX_WAIT_MS; heldMs += LOCK_MS / 3) {
      const isComputing = await clock.sleep(LOCK_MS / 3, signal).then(
        () => true,
        () => false,
      );
      if (!isComputing) return;
      await this.#orElse(false, cache.locks.extend(key, token, LOCK_MS));
    }
  }

  async #find(key: CacheKey, { staleMs = 0 }: Lifetimes): Promise<CachedValue | null> {
    const held = await this.#orElse(null, this.#deps.cache.getWithLifetime(key));
    return held && { bytes: held.value, isFresh: held.leftMs > staleMs };
  }

  #lock(key: CacheKey): Promise<FencingToken | null | 'unavailable'> {
    return this.#orElse<FencingToken | null | 'unavailable'>(
      'unavailable',
      this.#deps.cache.locks.acquire(key, LOCK_MS),
    );
  }

  /** A failing cache counts as an empty one; an invalid argument stays an error. */
  async #orElse<T>(fallback: T, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CacheUsageError) throw error;
      return fallback;
    }
  }
}

const LOCK_MS = 3_000;
const MAX_WAIT_MS = 30_000;
const DEFAULT_JITTER = 0.1;

export interface Lifetimes {
  /** How long the value is fresh at most; a random part of `jitter` is subtracted. */
  readonly ttlMs: number;
  /** How much longer it may be served while it is refreshed. */
  readonly staleMs?: number;
  /** From 0 to 1; 0.1 by default. */
  readonly jitter?: number;
}

export interface ReadThroughDeps {
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'warn'>;
}

interface ComputeRequest {
  readonly key: CacheKey;
  readonly lifetimes: Lifetimes;
  readonly compute: () => Promise<Uint8Array>;
}

interface Computation {
  readonly result: Promise<Uint8Array>;
  failureIsLogged: boolean;
}

interface CachedValue {
  readonly bytes: Uint8Array;
  readonly isFresh: boolean;
}
