import type { CacheKey } from './keys.ts';

/**
 * Deletions that failed because the cache was unavailable. Until they succeed, their keys read as missing; otherwise a
 * value that was withdrawn during an outage would reappear with the cache.
 * Bounded: beyond `max` the oldest is dropped, and its value lives until its lifetime ends.
 */
export class PendingDeletes {
  readonly #pending = new Set<CacheKey>();
  readonly #max: number;
  #flushing = false;

  constructor(max = 10_000) {
    this.#max = max;
  }

  has(key: CacheKey): boolean {
    return this.#pending.has(key);
  }

  add(keys: readonly CacheKey[]): void {
    for (const key of keys) this.#pending.delete(key);
    for (const key of keys) this.#pending.add(key);
    for (const oldest of this.#pending) {
      if (this.#pending.size <= this.#max) return;
      this.#pending.delete(oldest);
    }
  }

  /** The key was deleted or overwritten in the cache after all. */
  resolve(keys: readonly CacheKey[]): void {
    for (const key of keys) this.#pending.delete(key);
  }

  /** Retries a batch of deletions unless another flush is running; never rejects. */
  async flush(remove: (keys: readonly CacheKey[]) => Promise<void>): Promise<void> {
    if (this.#pending.size === 0 || this.#flushing) return;
    this.#flushing = true;
    const keys = [...this.#pending.values().take(BATCH)];
    const isDeleted = await remove(keys).then(
      () => true,
      () => false,
    );
    if (isDeleted) this.resolve(keys);
    this.#flushing = false;
  }
}

const BATCH = 500;
