import type { Clock } from '../lib/clock.ts';

/**
 * What was resolved in the last seconds, by the hash of the credential. Three things keep it honest:
 *  - an entry lives ten seconds at most and never longer than its credential;
 *  - a change of a person's credentials drops all of that person's entries;
 *  - a look-up notes the generation when it begins, every change raises it, and a result of an older
 *    generation is not kept: it may have been read just before the change.
 */
export class CredentialCache<T extends { readonly userId: string }> {
  readonly #entries = new Map<string, Entry<T>>();
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
    // A clock that was set back would otherwise keep the entry alive for as long as it was set back.
    if (now < entry.goodUntil && now >= entry.since) return entry.value;
    this.#remove(key, entry);
    return undefined;
  }

  put(key: string, value: T, goodUntil: number, generation: number): void {
    const now = this.#clock.now();
    if (generation !== this.#generation || goodUntil <= now) return;
    this.#makeRoom(now);
    const entry = { value, since: now, goodUntil: Math.min(goodUntil, now + LONGEST_LIFE_MS) };
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

  /** The oldest come first in the map: those that have run out go, and as many more as there must. */
  #makeRoom(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (entry.goodUntil > now && this.#entries.size < this.#capacity) return;
      this.#remove(key, entry);
    }
  }

  #remove(key: string, { value }: Entry<T>): void {
    this.#entries.delete(key);
    const keys = this.#keysOfUsers.get(value.userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOfUsers.delete(value.userId);
  }
}

export const LONGEST_LIFE_MS = 10_000;

interface Entry<T> {
  readonly value: T;
  readonly since: number;
  readonly goodUntil: number;
}
