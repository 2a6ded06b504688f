import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { filtersOf, type Narrowed } from '../query/filters.ts';
import { parseQuery } from '../query/parse.ts';
import { SynonymIndex } from '../query/synonyms.ts';
import { withSourceIds } from '../results/result-articles.ts';
import { compileSaved, type SavedQuery } from './percolator/compile.ts';
import { ReverseIndex } from './percolator/percolator.ts';
import { type SavedSearch, savedSearchIds, savedSince } from './saved-searches.ts';

/**
 * The saved searches in memory. Before articles are judged, what was changed since is read: by the version, which
 * costs a look at an index when nothing was. Now and then everything is read again, for the sake of those that were
 * deleted, and because names of sources may have come to mean more.
 */
export class SavedQueries {
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #index = new ReverseIndex();
  #version = 0;

  constructor(database: Database, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
  }

  /** As the database has them at this moment. */
  async current(): Promise<ReverseIndex> {
    for (;;) {
      const changed = await savedSince(this.#database, this.#version, AT_ONCE);
      for (const saved of changed) {
        await this.#take(saved);
        this.#version = saved.version;
      }
      if (changed.length < AT_ONCE) return this.#index;
    }
  }

  async readAgain(): Promise<void> {
    this.#version = 0;
    const known = await savedSearchIds(this.#database);
    for (const id of this.#index.ids()) if (!known.has(id)) this.#index.remove(id);
    await this.current();
  }

  useSynonyms(sets: readonly (readonly string[])[]): void {
    this.#index.useSynonyms(sets);
  }

  /** One that cannot be read is left out, rather than keeping all others from being asked. */
  async #take(saved: SavedSearch): Promise<void> {
    if (saved.pausedAt !== null) return this.#index.remove(saved.id);
    try {
      const { query, filters } = savedQuery(saved.query, saved.filters as Narrowed);
      this.#index.put(saved.id, { query: await withSourceIds(this.#database, query), filters });
    } catch (error) {
      this.#index.remove(saved.id);
      this.#log.warn('a saved search cannot be asked', { search: saved.id, error });
    }
  }
}

/** A text as it is saved: with a blank at its end its last word is whole. */
export function savedQuery(text: string, narrowed: Narrowed): SavedQuery {
  return { query: parseQuery(`${text} `), filters: filtersOf(narrowed) };
}

/** Whether it says what it wants: one that only leaves out, or says nothing, would never be answered. */
export function wantsSomething(saved: SavedQuery): boolean {
  return compileSaved(saved, 'en', { synonyms: new SynonymIndex([]), numberOf: () => 0 }) !== null;
}

const AT_ONCE = 1_000;
