import type { Clock } from '../../../lib/clock.ts';
import type { Queryable } from '../../../platform/database/port.ts';
import type { TrendingKind } from '../lists.ts';
import { type ItemDetails, itemsByIds } from './items.ts';

/** Caches the details of listed items for a minute: a second later, lists contain mostly the same items. */
export class ItemCache {
  readonly #database: Queryable;
  readonly #clock: Clock;
  #known = new Map<string, { readonly thing: ItemDetails | undefined; readonly at: number }>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async byIds(of: TrendingKind, ids: readonly string[]): Promise<ReadonlyMap<string, ItemDetails>> {
    const now = this.#clock.now();
    const isFresh = (id: string) =>
      now - (this.#known.get(`${of} ${id}`)?.at ?? -CACHED_FOR_MS) < CACHED_FOR_MS;
    const missing = ids.filter(id => !isFresh(id));
    if (missing.length > 0) {
      const found = new Map((await itemsByIds(this.#database, of, missing)).map(thing => [thing.id, thing]));
      if (this.#known.size > MAX_ITEMS) this.#known = new Map();
      for (const id of missing) this.#known.set(`${of} ${id}`, { thing: found.get(id), at: now });
    }
    return new Map(
      ids.flatMap(id => {
        const thing = this.#known.get(`${of} ${id}`)?.thing;
        return thing ? [[id, thing] as const] : [];
      }),
    );
  }
}

const CACHED_FOR_MS = 60_000;
const MAX_ITEMS = 50_000;
