import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import type { SavedQuery } from './compile.ts';
import { LanguagePercolator } from './language-percolator.ts';

/**
 * SRCH-9: finds the saved queries that an article matches, like a search in an index of this article alone: the words
 * of the article are read in its language, and a query requires all its words, without corrections.
 */
export class Percolator {
  readonly #saved = new Map<string, SavedQuery>();
  readonly #languages = new Map<string, LanguagePercolator>();
  readonly #building = new Map<string, LanguagePercolator>();
  #synonyms = new SynonymIndex([]);

  get size(): number {
    return this.#saved.size;
  }

  ids(): string[] {
    return [...this.#saved.keys()];
  }

  put(id: string, saved: SavedQuery): void {
    // Reloading puts all queries again, most of them unchanged.
    if (isDeepStrictEqual(this.#saved.get(id), saved)) return;
    this.#saved.set(id, saved);
    for (const index of this.#indexes()) index.put(id, saved);
  }

  remove(id: string): void {
    this.#saved.delete(id);
    for (const index of this.#indexes()) index.remove(id);
  }

  useSynonyms(sets: readonly (readonly string[])[]): void {
    this.#synonyms = new SynonymIndex(sets);
    this.#languages.clear();
    this.#building.clear();
  }

  /** Compiles the queries for these languages, a few at a time: ten thousand at once would block the event loop. */
  async prepare(languages: Iterable<string | null>): Promise<void> {
    for (const language of new Set(languages)) {
      const known = language || 'en';
      if (this.#saved.size === 0 || this.#languages.has(known)) continue;
      const index = this.#begin(known);
      let count = 0;
      for (const [id, saved] of this.#saved) {
        index.put(id, saved);
        if (++count % BATCH === 0) await endOfTurn();
      }
      this.#building.delete(known);
      this.#languages.set(known, index);
    }
  }

  matches(document: SearchDocument): string[] {
    if (this.#saved.size === 0) return [];
    return this.#indexFor(document.language || 'en').matches(document);
  }

  #indexFor(language: string): LanguagePercolator {
    const known = this.#languages.get(language);
    if (known) return known;
    const index = this.#begin(language);
    for (const [id, saved] of this.#saved) index.put(id, saved);
    this.#building.delete(language);
    this.#languages.set(language, index);
    return index;
  }

  /** From now on, put and remove apply to this index too. */
  #begin(language: string): LanguagePercolator {
    // Invalid languages of single articles must not exhaust memory.
    if (this.#languages.size >= MAX_LANGUAGES) this.#languages.clear();
    const index = new LanguagePercolator(language, this.#synonyms);
    this.#building.set(language, index);
    return index;
  }

  *#indexes(): Iterable<LanguagePercolator> {
    yield* this.#languages.values();
    yield* this.#building.values();
  }
}

const BATCH = 200;
const MAX_LANGUAGES = 40;
