import { bestBy, byColumn } from './best.ts';
import { keysOf, type PostingKey } from './postings.ts';
import type { StoryWindow } from './window.ts';

/**
 * The best places of each key that somebody asked for. They are kept as stories change: a place that changed is taken out
 * of the lists that it stood in and put where it belongs now. A list that lost somebody whom nobody replaces is
 * dropped, since who comes next is not known, and made again for the next who asks; so each is always the same as one that
 * is made from all places.
 */
export class Shortlists {
  readonly #window: StoryWindow;
  readonly #lists = new Map<ListKey, Map<number, Shortlist>>();
  /** Which lists a place stands in, or stood in lately. */
  readonly #listedIn = new Map<number, Set<ListKey>>();

  constructor(window: StoryWindow) {
    this.#window = window;
  }

  of(key: ListKey, most: number, score: Float32Array): readonly number[] {
    const known = this.#lists.get(key)?.get(most);
    if (known) return known.places;
    const places = bestBy(this.#placesOf(key), score, most);
    const lists = this.#lists.get(key) ?? new Map<number, Shortlist>();
    this.#lists.set(key, lists.set(most, { places, most, isWhole: places.length < most }));
    for (const place of places) this.#note(place, key);
    return places;
  }

  clear(): void {
    this.#lists.clear();
    this.#listedIn.clear();
  }

  /** After the scores of the places, and of no others, have changed; a place may be empty or hold another story now. */
  takeIn(changed: ReadonlySet<number>, score: Float32Array): void {
    const touched = new Set<ListKey>();
    for (const place of changed) for (const key of this.#listedIn.get(place) ?? []) touched.add(key);
    for (const key of touched) for (const list of this.#listsOf(key)) removeAll(list.places, changed);
    for (const place of changed) {
      this.#listedIn.delete(place);
      const recent = this.#window.at(place);
      if (recent === undefined) continue;
      for (const key of new Set<ListKey>([ALL, ...keysOf(recent)])) {
        if (!this.#lists.has(key)) continue;
        touched.add(key);
        for (const list of this.#listsOf(key)) if (insert(list, place, score)) this.#note(place, key);
      }
    }
    for (const key of touched) this.#settle(key);
  }

  /** A list that is shorter than wished for has to be all there is. */
  #settle(key: ListKey): void {
    const size = key === ALL ? this.#window.size : this.#window.postings.of(key).size;
    const lists = this.#lists.get(key);
    for (const list of this.#listsOf(key)) {
      list.isWhole = list.places.length < list.most;
      if (list.places.length < Math.min(list.most, size)) lists?.delete(list.most);
    }
    if (lists?.size === 0) this.#lists.delete(key);
  }

  #listsOf(key: ListKey): readonly Shortlist[] {
    return [...(this.#lists.get(key)?.values() ?? [])];
  }

  #note(place: number, key: ListKey): void {
    const keys = this.#listedIn.get(place);
    if (keys) keys.add(key);
    else this.#listedIn.set(place, new Set([key]));
  }

  #placesOf(key: ListKey): Iterable<number> {
    return key === ALL ? this.#window.all() : this.#window.postings.of(key);
  }
}

/** Behind the last of a list that is not all there is, others may come before it. */
function insert({ places, most, isWhole }: Shortlist, place: number, score: Float32Array): boolean {
  const order = byColumn(score);
  const before = places.findIndex(other => order(place, other) < 0);
  if (before === -1 && (!isWhole || places.length >= most)) return false;
  places.splice(before === -1 ? places.length : before, 0, place);
  places.length = Math.min(places.length, most);
  return true;
}

function removeAll(list: number[], places: ReadonlySet<number>): void {
  let kept = 0;
  for (const place of list) if (!places.has(place)) list[kept++] = place;
  list.length = kept;
}

const ALL = 'all';

export type ListKey = PostingKey | typeof ALL;

interface Shortlist {
  readonly places: number[];
  readonly most: number;
  /** Whether it holds every place of its key. */
  isWhole: boolean;
}
