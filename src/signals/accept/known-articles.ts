import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * EVT-4: knows which ids belong to articles. Nearly all signals are about few articles, so known ids are cached. Signals
 * about an article that was removed meanwhile are accepted for a while; their counts are never shown.
 */
export class KnownArticles {
  readonly #database: Queryable;
  readonly #maxSize: number;
  /** Two generations: when the young one is full, the old one is dropped. An id that is looked up moves to the young one. */
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(database: Queryable, maxSize = 200_000) {
    this.#database = database;
    this.#maxSize = maxSize;
  }

  has(id: string): boolean {
    if (this.#young.has(id)) return true;
    if (!this.#old.has(id)) return false;
    this.#remember(id);
    return true;
  }

  /** Loads unknown ids, so that `has` can answer; undefined when there is nothing to load. */
  load(ids: Iterable<string>): Promise<void> | undefined {
    let missing: Set<string> | undefined;
    for (const id of ids)
      if (!this.has(id) && timeOfId(id) !== null) {
        missing ??= new Set();
        missing.add(id);
      }
    return missing && this.#lookUp([...missing]);
  }

  #remember(id: string): void {
    if (this.#young.size >= this.#maxSize / 2) [this.#old, this.#young] = [this.#young, new Set()];
    this.#young.add(id);
  }

  async #lookUp(ids: readonly string[]): Promise<void> {
    const found = await this.#database.many(
      row({ id: uuid }),
      sql`
        select wanted.id
        from unnest(${ids}::uuid[], ${ids.flatMap(id => timeOfId(id) ?? [])}::timestamptz[]) as wanted (id, stored_at)
        where exists (
          select from articles where articles.id = wanted.id and articles.stored_at = wanted.stored_at
        )
      `,
    );
    for (const { id } of found) this.#remember(id);
  }
}
