import type { ViewKey } from './keys.ts';

/**
 * Deletions that could not be made because the store was away. Until they are made up for, their keys read
 * as missing; otherwise a value that was withdrawn during an outage would come back with the store.
 * Bounded: beyond `most` the oldest is given up, and its value lives to the end of its lifetime.
 */
export class OwedDeletes {
  readonly #owed = new Set<ViewKey>();
  readonly #most: number;
  #paying = false;

  constructor(most = 10_000) {
    this.#most = most;
  }

  has(key: ViewKey): boolean {
    return this.#owed.has(key);
  }

  add(keys: readonly ViewKey[]): void {
    for (const key of keys) this.#owed.delete(key);
    for (const key of keys) this.#owed.add(key);
    for (const oldest of this.#owed) {
      if (this.#owed.size <= this.#most) return;
      this.#owed.delete(oldest);
    }
  }

  /** The key was deleted or written over after all. */
  settle(keys: readonly ViewKey[]): void {
    for (const key of keys) this.#owed.delete(key);
  }

  /** Tries to make up for some, when there are any and nobody is at it; never rejects. */
  async pay(remove: (keys: readonly ViewKey[]) => Promise<void>): Promise<void> {
    if (this.#owed.size === 0 || this.#paying) return;
    this.#paying = true;
    const keys = [...this.#owed.values().take(AT_ONCE)];
    const paid = await remove(keys).then(
      () => true,
      () => false,
    );
    if (paid) this.settle(keys);
    this.#paying = false;
  }
}

const AT_ONCE = 500;
