/**
 * The room that all kinds of state in memory share, bounded by bytes and by entries.
 *
 * There is a shelf per kind, made in the order in which they are emptied when room is needed: the first one
 * loses its least recently used entry, and the next one is touched only when the first is empty. The entries
 * of a lasting shelf (locks) are never taken away; when nothing else is left, a new one is refused.
 *
 * What has expired is never handed out. It is removed when it is asked for, and every write looks at a few
 * entries more, so that what nobody asks for goes too, without a timer that would keep the process alive.
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
    if (!shelf?.sweepOn(LOOKED_AT_PER_WRITE))
      this.#sweptShelf = (this.#sweptShelf + 1) % this.#shelves.length;
  }

  /** Evicts until `bytes` and one entry more fit; false when they cannot. */
  makeRoom(bytes: number): boolean {
    while (this.#entries + 1 > this.#maxEntries || this.#bytes + bytes > this.maxBytes) {
      if (!this.#shelves.some(shelf => shelf.evictOldest())) return false;
    }
    return true;
  }
}

export class Shelf<T> {
  readonly #space: Space;
  readonly #lasting: boolean;
  /** A Map keeps the order of insertion; what is used is inserted again, so the first is the oldest. */
  readonly #slots = new Map<string, Slot<T>>();
  #sweeping: Iterator<[string, Slot<T>]> = this.#slots.entries();

  constructor(space: Space, lasting: boolean) {
    this.#space = space;
    this.#lasting = lasting;
  }

  get(key: string): Slot<T> | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    if (slot.expiresAt <= this.#space.now()) {
      this.#drop(key, slot);
      return undefined;
    }
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot;
  }

  /** False when there is no room for it; what was under the key is gone then too. */
  put(key: string, value: T, valueBytes: number, expiresAt: number): boolean {
    this.delete(key);
    this.#space.sweep();
    const bytes = valueBytes + key.length + SLOT_BYTES;
    // One huge value is not worth the many that it would drive out.
    if (bytes > this.#space.maxBytes / LARGEST_SHARE || !this.#space.makeRoom(bytes)) return false;
    this.#slots.set(key, { value, bytes, expiresAt });
    this.#space.account(1, bytes);
    return true;
  }

  delete(key: string): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined) return false;
    this.#drop(key, slot);
    return slot.expiresAt > this.#space.now();
  }

  clear(): void {
    for (const [key, slot] of this.#slots) this.#drop(key, slot);
  }

  evictOldest(): boolean {
    if (this.#lasting) return this.#evictFirstExpired();
    for (const [key, slot] of this.#slots) {
      this.#drop(key, slot);
      return true;
    }
    return false;
  }

  /** Looks at the next few entries; false when the end of the shelf was reached. */
  sweepOn(entries: number): boolean {
    for (let n = 0; n < entries; n++) {
      const next = this.#sweeping.next();
      if (next.done) {
        this.#sweeping = this.#slots.entries();
        return false;
      }
      const [key, slot] = next.value;
      if (slot.expiresAt <= this.#space.now()) this.#drop(key, slot);
    }
    return true;
  }

  #evictFirstExpired(): boolean {
    const now = this.#space.now();
    for (const [key, slot] of this.#slots) {
      if (slot.expiresAt > now) continue;
      this.#drop(key, slot);
      return true;
    }
    return false;
  }

  #drop(key: string, slot: Slot<T>): void {
    this.#slots.delete(key);
    this.#space.account(-1, -slot.bytes);
  }
}

/** About what a Map entry, a slot and the headers of its values take beyond the bytes themselves. */
const SLOT_BYTES = 160;
const LOOKED_AT_PER_WRITE = 4;
/** Nothing larger than this part of the whole is kept. */
const LARGEST_SHARE = 4;

export interface SpaceLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface SpaceUsage {
  readonly entries: number;
  readonly bytes: number;
}

interface Slot<T> {
  readonly value: T;
  readonly bytes: number;
  readonly expiresAt: number;
}
