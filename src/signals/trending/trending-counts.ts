import { ArticleRegistry, type StoredArticles } from './article-registry.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { TrendingWindows } from './counting/windows.ts';
import { type CountedList, type CountedMeasure, ListNumbers, MAX_LISTS } from './list-numbers.ts';
import type { WindowName } from './lists.ts';
import type { SnapshotEntry } from './snapshot.ts';

/**
 * All counts together with the position in the log that they include. After a restore, counting continues with the next
 * event, and redelivered events are recognised by their offset.
 */
export class TrendingCounts {
  readonly articles: ArticleRegistry;
  readonly #windows: TrendingWindows;
  readonly #numbers: ListNumbers;
  readonly #positions: Map<number, bigint>;

  constructor(now: number, stored?: StoredTrendingCounts) {
    this.articles = new ArticleRegistry(stored?.head.articles);
    this.#numbers = new ListNumbers(stored?.head.lists);
    this.#positions = new Map(stored?.head.positions.map(([partition, at]) => [partition, BigInt(at)]));
    this.#windows = stored
      ? TrendingWindows.fromBytes(stored.windows, MAX_LISTS)
      : new TrendingWindows(MAX_LISTS, now);
  }

  /** The last event of a partition that is counted. */
  position(partition: number): bigint {
    return this.#positions.get(partition) ?? 0n;
  }

  moveTo(partition: number, offset: bigint): void {
    this.#positions.set(partition, offset);
  }

  advance(now: number): void {
    this.#windows.advance(now);
  }

  /** The article must be registered. False when the signal is too old for every window. */
  add({ articleId, by, weight, at, country }: CountedSignal): boolean {
    const item = this.articles.numberOf(articleId);
    if (item === undefined) throw new Error(`article ${articleId} has no number`);
    return this.#windows.add({ item, weight, at, lists: this.#listsFor(item, by, country) });
  }

  build(window: WindowName, now: number): { entries: SnapshotEntry[]; lists: Record<string, number[]> } {
    this.#windows.advance(now);
    return buildSnapshot({ windows: this.#windows, numbers: this.#numbers, traits: this.articles }, window);
  }

  /** Removes the articles that no sub-window holds. */
  evictUncounted(): void {
    this.articles.keepOnly(this.#windows.items());
  }

  /**
   * TREND-5: replaces the sums of a closed hour by exact ones. Returns the relative difference from the
   * counted sums. All articles must be registered.
   */
  replaceHour(hour: number, sums: readonly HourlySum[]): number {
    const pairs: [list: number, item: number, count: number][] = [];
    let [difference, total] = [0, 0];
    for (const { articleId, by, country, sum } of sums) {
      const item = this.articles.numberOf(articleId);
      const list =
        item !== undefined && country === null
          ? this.#numbers.numberOf(by, 'category', this.articles.shardOf(item))
          : this.#numbers.numberOf(by, 'country', country ?? '');
      if (item === undefined || list === undefined) continue;
      difference += Math.abs(this.#windows.countInHour(hour, list, item) - sum);
      total += sum;
      pairs.push([list, item, sum]);
    }
    this.#windows.replaceHour(hour, pairs);
    return total === 0 ? 0 : difference / total;
  }

  toStored(): StoredTrendingCounts {
    return {
      head: {
        positions: Array.from(this.#positions, ([partition, at]) => [partition, String(at)] as const),
        lists: this.#numbers.all,
        articles: this.articles.toStored(),
      },
      windows: this.#windows.toBytes(),
    };
  }

  #listsFor(item: number, by: CountedMeasure, country: string): number[] {
    const category = this.#numbers.numberOf(by, 'category', this.articles.shardOf(item));
    const own = category ?? this.#numbers.numberOf(by, 'category', '');
    const there = country === '' ? undefined : this.#numbers.numberOf(by, 'country', country);
    return [own, there].filter(list => list !== undefined);
  }
}

export interface CountedSignal {
  readonly articleId: string;
  readonly by: CountedMeasure;
  /** As src/signals/trending/weights.ts packs it. */
  readonly weight: number;
  readonly at: number;
  readonly country: string;
}

export interface HourlySum {
  readonly articleId: string;
  readonly by: CountedMeasure;
  /** Null for all countries. */
  readonly country: string | null;
  readonly sum: number;
}

export interface StoredTrendingCounts {
  readonly head: {
    readonly positions: readonly (readonly [partition: number, position: string])[];
    readonly lists: readonly CountedList[];
    readonly articles: StoredArticles;
  };
  readonly windows: Uint8Array;
}
