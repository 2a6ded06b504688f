import type { Clock } from '../lib/clock.ts';

/**
 * Principals resolved in the last seconds, by the hash of the credential. Three rules keep it correct:
 *  - an entry lives ten seconds at most and never longer than its credential;
 *  - a change of a person's credentials drops all entries of that person;
 *  - a lookup notes the generation when it starts, every change increments it, and a result of an older generation is
 *    not stored: it may have been read just before the change.
 */
export class CredentialCache<T extends { readonly userId: string }> {
  readonly #entries = new Map<string, CachedPrincipal<T>>();
  readonly #keysOfUsers = new Map<string, Set<string>>();
  readonly #clock: Clock;
  readonly #capacity: number;
  #generation = 0;

  constructor(clock: Clock, capacity = 50_000) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const now = this.#clock.now();
    // Otherwise an entry would outlive its time by as much as the clock was set back.
    if (now < entry.goodUntil && now >= entry.since) return entry.value;
    this.#remove(key, entry);
    return undefined;
  }

  put(key: string, value: T, goodUntil: number, generation: number): void {
    const now = this.#clock.now();
    if (generation !== this.#generation || goodUntil <= now) return;
    this.#makeRoom(now);
    const entry = { value, since: now, goodUntil: Math.min(goodUntil, now + MAX_AGE_MS) };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const keys = this.#keysOfUsers.get(value.userId);
    if (keys) keys.add(key);
    else this.#keysOfUsers.set(value.userId, new Set([key]));
  }

  evictUser(userId: string): void {
    this.#generation++;
    for (const key of this.#keysOfUsers.get(userId) ?? []) this.#entries.delete(key);
    this.#keysOfUsers.delete(userId);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#keysOfUsers.clear();
  }

  /** The map is ordered by age: drops expired entries, then the oldest until there is room. */
  #makeRoom(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (entry.goodUntil > now && this.#entries.size < this.#capacity) return;
      this.#remove(key, entry);
    }
  }

  #remove(key: string, { value }: CachedPrincipal<T>): void {
    this.#entries.delete(key);
    const keys = this.#keysOfUsers.get(value.userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOfUsers.delete(value.userId);
  }
}

export const MAX_AGE_MS = 10_000;

interface CachedPrincipal<T> {
  readonly value: T;
  readonly since: number;
  readonly goodUntil: number;
}
