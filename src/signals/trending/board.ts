import { type ListName, type ListSource, listKey, type TrendingEntry, type WindowName } from './lists.ts';
import { readList, type TrendingSnapshot } from './snapshot.ts';

/**
 * The newest snapshot of each window, in memory. A leader in this process puts its snapshots here directly; those of
 * other processes arrive through the database (follow-snapshots.ts). Older snapshots are ignored.
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

  /** Called with every new snapshot until the returned function is called. */
  onSnapshot(listener: (edition: TrendingSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
