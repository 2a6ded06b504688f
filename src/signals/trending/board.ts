import { type ListName, type ListSource, listKey, type TrendingEntry, type WindowName } from './lists.ts';
import { readList, type TrendingSnapshot } from './snapshot.ts';

/**
 * The newest edition of each window, in memory. Whoever counts in this process puts its editions here at once; those of
 * other processes come through the database (see follow.ts). An older one than is here changes nothing.
 */
export class TrendingBoard implements ListSource {
  readonly #snapshots = new Map<WindowName, TrendingSnapshot>();
  readonly #parsed = new Map<
    string,
    { readonly version: number; readonly entries: readonly TrendingEntry[] }
  >();
  readonly #listeners = new Set<(snapshot: TrendingSnapshot) => void>();

  put(edition: TrendingSnapshot): void {
    if (edition.version <= this.version(edition.window)) return;
    this.#snapshots.set(edition.window, edition);
    for (const listener of this.#listeners) listener(edition);
  }

  of(list: ListName): readonly TrendingEntry[] {
    const edition = this.#snapshots.get(list.window);
    const key = listKey(list);
    if (!edition?.lists[key]) return [];
    const name = `${list.window} ${key}`;
    const known = this.#parsed.get(name);
    if (known?.version === edition.version) return known.entries;
    const entries = readList(edition, key);
    this.#parsed.set(name, { version: edition.version, entries });
    return entries;
  }

  edition(window: WindowName): TrendingSnapshot | undefined {
    return this.#snapshots.get(window);
  }

  /** 0 while there is none. */
  version(window: WindowName): number {
    return this.#snapshots.get(window)?.version ?? 0;
  }

  /** Called with every edition that is put here, until the returned function is. */
  onSnapshot(listener: (edition: TrendingSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
