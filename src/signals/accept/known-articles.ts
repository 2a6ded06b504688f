import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * EVT-4: which of the ids are articles. Nearly all signals are about few articles, so those that were seen are
 * remembered; an article that is taken out meanwhile may be accepted for a while and is counted for nobody to see.
 */
export class KnownArticles {
  readonly #database: Queryable;
  readonly #maxSize: number;
  /** Two generations: when the younger is full the older is forgotten, and whoever is asked for moves up. */
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(database: Queryable, most = 200_000) {
    this.#database = database;
    this.#maxSize = most;
  }

  has(id: string): boolean {
    if (this.#young.has(id)) return true;
    if (!this.#old.has(id)) return false;
    this.#remember(id);
    return true;
  }

  /** Looks up those that were not seen yet, after which `has` knows; undefined when there is nothing to wait for. */
  load(ids: Iterable<string>): Promise<void> | undefined {
    let asked: Set<string> | undefined;
    for (const id of ids)
      if (!this.has(id) && timeOfId(id) !== null) {
        asked ??= new Set();
        asked.add(id);
      }
    return asked && this.#lookUp([...asked]);
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
