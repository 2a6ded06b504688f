import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { TrendingBoard } from '../../signals/trending/board.ts';
import { type ListName, listKey, type TrendingEntry } from '../../signals/trending/lists.ts';
import { ItemCache } from '../../signals/trending/queries/item-cache.ts';
import type { ItemDetails } from '../../signals/trending/queries/items.ts';
import { personalOrder } from '../../signals/trending/queries/personal-order.ts';
import { snapshotAt } from '../../signals/trending/queries/snapshot-history.ts';
import type { EncodedBody } from '../encoded-body.ts';

/** Trending lists with what is shown of their entries: now, at a past hour, and in a reader's order. */
export class TrendingLists {
  readonly #context: TrendingListsDeps;
  readonly #details: ItemCache;
  readonly #snapshots = new Map<string, { readonly hour: number; readonly snapshot: Snapshot }>();

  constructor(context: TrendingListsDeps) {
    this.#context = context;
    this.#details = new ItemCache(context.database, context.clock);
  }

  async present(list: ListName): Promise<TrendingListPage> {
    const { board, clock } = this.#context;
    const at = board.edition(list.window)?.at ?? clock.now();
    const before = await this.#lastSnapshot(list);
    return { at: new Date(at), ...(await this.#withDetails(list, board.of(list), before)) };
  }

  /** TREND-7: null when there is no snapshot of that hour. */
  async past(list: ListName, moment: Date): Promise<TrendingListPage | null> {
    const { database } = this.#context;
    const snapshot = await snapshotAt(database, list, moment);
    if (!snapshot) return null;
    const before = await snapshotAt(database, list, new Date(snapshot.at.getTime() - 1));
    return { at: snapshot.at, ...(await this.#withDetails(list, snapshot.entries, before)) };
  }

  /** TREND-10 */
  async personal(list: ListName, userId: string): Promise<TrendingListPage> {
    const { at, items } = await this.present(list);
    const ordered = await personalOrder(
      this.#context.database,
      userId,
      items.map(item => ({ ...item, leadArticleId: item.thing.leadArticleId })),
    );
    const byId = new Map(items.map(item => [item.id, item]));
    return {
      at,
      comparedWith: null,
      items: ordered.flatMap(({ id, rank }) => {
        const item = byId.get(id);
        return item ? [{ ...item, rank, previousRank: null }] : [];
      }),
    };
  }

  async write(list: ListName): Promise<ListJson> {
    const { at, comparedWith, items } = await this.present(list);
    const head = JSON.stringify({
      window: list.window,
      of: list.of,
      by: list.by,
      at: at.toISOString(),
      comparedWith: comparedWith?.toISOString() ?? null,
      items: [],
    });
    return {
      head: head.slice(0, -']}'.length),
      items: items.map(item => JSON.stringify(showItem(item))),
      bytes: new Map(),
    };
  }

  /** Removed articles and stories leave no gap in the ranks. */
  async #withDetails(
    list: ListName,
    entries: readonly TrendingEntry[],
    before: Snapshot,
  ): Promise<Pick<TrendingListPage, 'comparedWith' | 'items'>> {
    const details = await this.#details.byIds(
      list.of,
      entries.map(({ id }) => id),
    );
    const ranks = new Map(before?.entries.map(({ id, rank }) => [id, rank]));
    const there = entries.flatMap(entry => {
      const thing = details.get(entry.id);
      return thing ? [{ ...entry, thing, previousRank: ranks.get(entry.id) ?? null }] : [];
    });
    return {
      comparedWith: before?.at ?? null,
      items: there.map((item, index) => ({ ...item, rank: index + 1 })),
    };
  }

  /**
   * Cached for ten minutes: the next snapshot comes once an hour, some minutes late. The minute window has no
   * comparison.
   */
  async #lastSnapshot(list: ListName): Promise<Snapshot> {
    if (list.window === '1m') return null;
    const { database, clock } = this.#context;
    const key = `${list.window} ${listKey(list)}`;
    const hour = Math.floor(clock.now() / SNAPSHOT_TTL_MS);
    const known = this.#snapshots.get(key);
    if (known?.hour === hour) return known.snapshot;
    const snapshot = await snapshotAt(database, list, new Date(clock.now()));
    if (this.#snapshots.size > MAX_SNAPSHOTS) this.#snapshots.clear();
    this.#snapshots.set(key, { hour, snapshot });
    return snapshot;
  }
}

export function showItem({ id, rank, previousRank, score, shares, reads, thing }: TrendingItem) {
  return {
    rank,
    previousRank,
    id,
    ...showThing(thing),
    score,
    shares,
    reads,
  };
}

export function showThing({ sourceId, sourceName, ...thing }: ItemDetails) {
  const { title, language, category, publishedAt, articleCount } = thing;
  return {
    title,
    language,
    category,
    publishedAt: publishedAt.toISOString(),
    source: sourceId === null || sourceName === null ? null : { id: sourceId, name: sourceName },
    articleCount,
  };
}

const SNAPSHOT_TTL_MS = 10 * 60_000;
const MAX_SNAPSHOTS = 500;

type Snapshot = Awaited<ReturnType<typeof snapshotAt>>;

export interface TrendingItem extends TrendingEntry {
  /** In the list of `comparedWith`; null when it was not on it. */
  readonly previousRank: number | null;
  readonly thing: ItemDetails;
}

export interface TrendingListPage {
  readonly at: Date;
  readonly comparedWith: Date | null;
  readonly items: readonly TrendingItem[];
}

export interface TrendingListsDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly board: TrendingBoard;
}

/** A list as JSON in pieces: the head before the items, each item, and encoded responses by their length. */
export interface ListJson {
  readonly head: string;
  readonly items: readonly string[];
  readonly bytes: Map<number, EncodedBody>;
}
