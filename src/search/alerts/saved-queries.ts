import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { type FilterParams, filtersOf } from '../query/filters.ts';
import { parseQuery } from '../query/parse.ts';
import { SynonymIndex } from '../query/synonyms.ts';
import { withSourceIds } from '../results/result-articles.ts';
import { compileSaved, type SavedQuery } from './percolator/compile.ts';
import { Percolator } from './percolator/percolator.ts';
import { type StoredSavedSearch, savedSearchesSince, savedSearchIds } from './saved-searches.ts';

/**
 * The saved searches in memory. Before articles are matched, searches changed since the last version are read, which
 * costs an index lookup when there are none. A periodic reload removes deleted searches and resolves names of sources
 * again.
 */
export class SavedQueries {
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #index = new Percolator();
  #version = 0;

  constructor(database: Database, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
  }

  /** Reads changes and returns the current queries. */
  async refresh(): Promise<Percolator> {
    for (;;) {
      const changed = await savedSearchesSince(this.#database, this.#version, BATCH);
      for (const saved of changed) {
        await this.#apply(saved);
        this.#version = saved.version;
      }
      if (changed.length < BATCH) return this.#index;
    }
  }

  async reload(): Promise<void> {
    this.#version = 0;
    const known = await savedSearchIds(this.#database);
    for (const id of this.#index.ids()) if (!known.has(id)) this.#index.remove(id);
    await this.refresh();
  }

  useSynonyms(sets: readonly (readonly string[])[]): void {
    this.#index.useSynonyms(sets);
  }

  /** A search that cannot be compiled is left out and does not stop the others. */
  async #apply(saved: StoredSavedSearch): Promise<void> {
    if (saved.pausedAt !== null) return this.#index.remove(saved.id);
    try {
      const { query, filters } = savedQuery(saved.query, saved.filters as FilterParams);
      this.#index.put(saved.id, { query: await withSourceIds(this.#database, query), filters });
    } catch (error) {
      this.#index.remove(saved.id);
      this.#log.warn('alert.saved_search_invalid', { search: saved.id, error });
    }
  }
}

/** The blank at the end makes the last word of the saved text a complete one. */
export function savedQuery(text: string, filters: FilterParams): SavedQuery {
  return { query: parseQuery(`${text} `), filters: filtersOf(filters) };
}

/** Whether the search has any required term or filter; others never match. */
export function isSearchable(saved: SavedQuery): boolean {
  return compileSaved(saved, 'en', { synonyms: new SynonymIndex([]), numberOf: () => 0 }) !== null;
}

const BATCH = 1_000;
