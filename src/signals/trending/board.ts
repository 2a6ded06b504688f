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

  put(snapshot: TrendingSnapshot): void {
    if (snapshot.version <= this.version(snapshot.window)) return;
    this.#snapshots.set(snapshot.window, snapshot);
    for (const listener of this.#listeners) listener(snapshot);
  }

  of(list: ListName): readonly TrendingEntry[] {
    const snapshot = this.#snapshots.get(list.window);
    const key = listKey(list);
    if (!snapshot?.lists[key]) return [];
    const name = `${list.window} ${key}`;
    const known = this.#parsed.get(name);
    if (known?.version === snapshot.version) return known.entries;
    const entries = readList(snapshot, key);
    this.#parsed.set(name, { version: snapshot.version, entries });
    return entries;
  }

  edition(window: WindowName): TrendingSnapshot | undefined {
    return this.#snapshots.get(window);
  }

  /** When the newest snapshot was made; null before the first one. */
  get newestAt(): number | null {
    const times = [...this.#snapshots.values()].map(({ at }) => at);
    return times.length === 0 ? null : Math.max(...times);
  }

  /** 0 before the first snapshot. */
  version(window: WindowName): number {
    return this.#snapshots.get(window)?.version ?? 0;
  }

  /** Called with every new snapshot until the returned function is called. */
  onSnapshot(listener: (snapshot: TrendingSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
