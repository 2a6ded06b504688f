import { keysOf, type PostingKey } from '../window/postings.ts';
import type { StoryWindow } from '../window/story-window.ts';
import { byScoreIn, topSlots } from './top-slots.ts';

/**
 * The best slots of each requested key, maintained as stories change: a changed slot is removed from its lists and
 * inserted where it belongs now. A list that becomes shorter than it should be is dropped, because the next candidate
 * is unknown, and is rebuilt on the next request. Each list therefore always equals one built from all slots.
 */
export class TopLists {
  readonly #window: StoryWindow;
  readonly #lists = new Map<ListKey, Map<number, TopList>>();
  /** The keys whose lists contain a slot, or did recently. */
  readonly #listedIn = new Map<number, Set<ListKey>>();

  constructor(window: StoryWindow) {
    this.#window = window;
  }

  of(key: ListKey, limit: number, score: Float32Array): readonly number[] {
    const known = this.#lists.get(key)?.get(limit);
    if (known) return known.slots;
    const slots = topSlots(this.#slotsOf(key), score, limit);
    const lists = this.#lists.get(key) ?? new Map<number, TopList>();
    this.#lists.set(key, lists.set(limit, { slots, limit, isComplete: slots.length < limit }));
    for (const slot of slots) this.#addListing(slot, key);
    return slots;
  }

  clear(): void {
    this.#lists.clear();
    this.#listedIn.clear();
  }

  /** Call after the scores of exactly these slots changed; a slot may be empty or hold another story now. */
  update(changed: ReadonlySet<number>, score: Float32Array): void {
    const touched = new Set<ListKey>();
    for (const slot of changed) for (const key of this.#listedIn.get(slot) ?? []) touched.add(key);
    for (const key of touched) for (const list of this.#listsOf(key)) removeAll(list.slots, changed);
    for (const slot of changed) {
      this.#listedIn.delete(slot);
      const recent = this.#window.at(slot);
      if (recent === undefined) continue;
      for (const key of new Set<ListKey>([ALL, ...keysOf(recent)])) {
        if (!this.#lists.has(key)) continue;
        touched.add(key);
        for (const list of this.#listsOf(key)) if (insert(list, slot, score)) this.#addListing(slot, key);
      }
    }
    for (const key of touched) this.#dropShort(key);
  }

  /** A list below its limit must contain every slot of its key. */
  #dropShort(key: ListKey): void {
    const size = key === ALL ? this.#window.size : this.#window.postings.of(key).size;
    const lists = this.#lists.get(key);
    for (const list of this.#listsOf(key)) {
      list.isComplete = list.slots.length < list.limit;
      if (list.slots.length < Math.min(list.limit, size)) lists?.delete(list.limit);
    }
    if (lists?.size === 0) this.#lists.delete(key);
  }

  #listsOf(key: ListKey): readonly TopList[] {
    return [...(this.#lists.get(key)?.values() ?? [])];
  }

  #addListing(slot: number, key: ListKey): void {
    const keys = this.#listedIn.get(slot);
    if (keys) keys.add(key);
    else this.#listedIn.set(slot, new Set([key]));
  }

  #slotsOf(key: ListKey): Iterable<number> {
    return key === ALL ? this.#window.slots() : this.#window.postings.of(key);
  }
}

/** An incomplete list cannot take a slot behind its last: unlisted slots may come first. */
function insert({ slots, limit, isComplete }: TopList, slot: number, score: Float32Array): boolean {
  const order = byScoreIn(score);
  const before = slots.findIndex(other => order(slot, other) < 0);
  if (before === -1 && (!isComplete || slots.length >= limit)) return false;
  slots.splice(before === -1 ? slots.length : before, 0, slot);
  slots.length = Math.min(slots.length, limit);
  return true;
}

function removeAll(list: number[], slots: ReadonlySet<number>): void {
  let kept = 0;
  for (const slot of list) if (!slots.has(slot)) list[kept++] = slot;
  list.length = kept;
}

const ALL = 'all';

export type ListKey = PostingKey | typeof ALL;

interface TopList {
  readonly slots: number[];
  readonly limit: number;
  /** Whether it contains every slot of its key. */
  isComplete: boolean;
}
