/**
 * The memory that all kinds of state share, bounded by bytes and by entries.
 *
 * Each kind has a shelf; shelves are created in eviction order: the first one loses its least recently used entry,
 * and the next one only when the first is empty. Entries of a lasting shelf (locks) are never evicted; when nothing
 * else is left, a new one is refused.
 *
 * Expired entries are never returned. They are removed when they are requested, and every write checks a few more
 * entries, so that unrequested ones go too, without a timer that would keep the process alive.
 */
export class Space {
  readonly now: () => number;
  readonly maxBytes: number;
  readonly #maxEntries: number;
  readonly #shelves: Shelf<unknown>[] = [];
  #sweptShelf = 0;
  #entries = 0;
  #bytes = 0;

  constructor(now: () => number, { maxBytes, maxEntries }: SpaceLimits) {
    this.now = now;
    this.maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
  }

  shelf<T>({ lasting = false } = {}): Shelf<T> {
    const shelf = new Shelf<T>(this, lasting);
    this.#shelves.push(shelf);
    return shelf;
  }

  usage(): SpaceUsage {
    return { entries: this.#entries, bytes: this.#bytes };
  }

  clear(): void {
    for (const shelf of this.#shelves) shelf.clear();
  }

  account(entries: number, bytes: number): void {
    this.#entries += entries;
    this.#bytes += bytes;
  }

  sweep(): void {
    const shelf = this.#shelves[this.#sweptShelf];
    if (!shelf?.sweepOn(SWEPT_PER_WRITE)) this.#sweptShelf = (this.#sweptShelf + 1) % this.#shelves.length;
  }

  /** Evicts until `bytes` and one entry more fit; false when they cannot. */
  makeRoom(bytes: number): boolean {
    while (this.#entries + 1 > this.#maxEntries || this.#bytes + bytes > this.maxBytes) {
      if (!this.#shelves.some(shelf => shelf.evictOldest())) return false;
    }
    return true;
  }
}

/**
 * A Map for lookups, and a linked list for the order of use. Deleting an entry from a Map and setting it again would
 * keep the order too, but gets slower the more often it is done: V8 leaves a gap each time and walks over all gaps of
 * a key (with 100,000 entries, 6,000 writes a second instead of 700,000).
 */
export class Shelf<T> {
  readonly #space: Space;
  readonly #lasting: boolean;
  readonly #slots = new Map<string, StoredEntry<T>>();
  #oldest: StoredEntry<T> | undefined;
  #newest: StoredEntry<T> | undefined;
  #sweeping: Iterator<StoredEntry<T>> = this.#slots.values();

  constructor(space: Space, lasting: boolean) {
    this.#space = space;
    this.#lasting = lasting;
  }

  get(key: string): Readonly<StoredEntry<T>> | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    if (slot.expiresAt <= this.#space.now()) {
      this.#drop(slot);
      return undefined;
    }
    this.#unlink(slot);
    this.#link(slot);
    return slot;
  }

  /** False when there is no room for it; the previous value of the key is gone then too. */
  put(key: string, value: T, valueBytes: number, expiresAt: number): boolean {
    this.#space.sweep();
    const bytes = valueBytes + key.length + SLOT_BYTES;
    const slot = this.#slots.get(key) ?? {
      key,
      value,
      bytes: 0,
      expiresAt,
      older: undefined,
      newer: undefined,
    };
    // Out of the list while room is made, so that it does not evict itself.
    if (this.#slots.has(key)) this.#leave(slot);
    // One huge value is not worth the many that it would evict.
    if (bytes > this.#space.maxBytes * MAX_VALUE_SHARE || !this.#space.makeRoom(bytes)) {
      this.#slots.delete(key);
      return false;
    }
    Object.assign(slot, { value, bytes, expiresAt });
    this.#slots.set(key, slot);
    this.#link(slot);
    this.#space.account(1, bytes);
    return true;
  }

  /** True when it existed and had not expired. */
  delete(key: string): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined) return false;
    this.#drop(slot);
    return slot.expiresAt > this.#space.now();
  }

  clear(): void {
    for (const slot of this.#slots.values()) this.#drop(slot);
  }

  evictOldest(): boolean {
    const slot = this.#lasting ? this.#oldestExpired() : this.#oldest;
    if (slot) this.#drop(slot);
    return slot !== undefined;
  }

  /** Checks the next few entries; false at the end of the shelf. */
  sweepOn(entries: number): boolean {
    for (let n = 0; n < entries; n++) {
      const next = this.#sweeping.next();
      if (next.done) {
        this.#sweeping = this.#slots.values();
        return false;
      }
      if (next.value.expiresAt <= this.#space.now()) this.#drop(next.value);
    }
    return true;
  }

  #oldestExpired(): StoredEntry<T> | undefined {
    const now = this.#space.now();
    return this.#slots.values().find(slot => slot.expiresAt <= now);
  }

  #drop(slot: StoredEntry<T>): void {
    this.#slots.delete(slot.key);
    this.#leave(slot);
  }

  #leave(slot: StoredEntry<T>): void {
    this.#unlink(slot);
    this.#space.account(-1, -slot.bytes);
  }

  #link(slot: StoredEntry<T>): void {
    slot.older = this.#newest;
    slot.newer = undefined;
    if (this.#newest) this.#newest.newer = slot;
    else this.#oldest = slot;
    this.#newest = slot;
  }

  #unlink({ older, newer }: StoredEntry<T>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}

/** Approximate size of a Map entry, a slot and the headers of its values, beyond the bytes themselves. */
const SLOT_BYTES = 180;
const SWEPT_PER_WRITE = 4;
/** A value larger than this share of the memory is not stored. */
const MAX_VALUE_SHARE = 0.25;

export interface SpaceLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface SpaceUsage {
  readonly entries: number;
  readonly bytes: number;
}

interface StoredEntry<T> {
  readonly key: string;
  value: T;
  bytes: number;
  expiresAt: number;
  older: StoredEntry<T> | undefined;
  newer: StoredEntry<T> | undefined;
}
