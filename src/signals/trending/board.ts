import { type Edition, readList } from './edition.ts';
import { type ListName, listKey, type TrendingEntry, type TrendingLists, type WindowName } from './lists.ts';

/**
 * The newest edition of each window, in memory. Whoever counts in this process puts its editions here at once; those of
 * other processes come through the database (see follow.ts). An older one than is here changes nothing.
 */
export class TrendingBoard implements TrendingLists {
  readonly #editions = new Map<WindowName, Edition>();
  readonly #read = new Map<
    string,
    { readonly version: number; readonly entries: readonly TrendingEntry[] }
  >();
  readonly #listeners = new Set<(edition: Edition) => void>();

  put(edition: Edition): void {
    if (edition.version <= this.version(edition.window)) return;
    this.#editions.set(edition.window, edition);
    for (const listener of this.#listeners) listener(edition);
  }

  of(list: ListName): readonly TrendingEntry[] {
    const edition = this.#editions.get(list.window);
    const key = listKey(list);
    if (!edition?.lists[key]) return [];
    const name = `${list.window} ${key}`;
    const known = this.#read.get(name);
    if (known?.version === edition.version) return known.entries;
    const entries = readList(edition, key);
    this.#read.set(name, { version: edition.version, entries });
    return entries;
  }

  edition(window: WindowName): Edition | undefined {
    return this.#editions.get(window);
  }

  /** 0 while there is none. */
  version(window: WindowName): number {
    return this.#editions.get(window)?.version ?? 0;
  }

  /** Called with every edition that is put here, until the returned function is. */
  onEdition(listener: (edition: Edition) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
