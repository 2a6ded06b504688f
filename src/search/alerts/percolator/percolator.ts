import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import type { SavedQuery } from './compile.ts';
import { LanguageIndex } from './language-percolator.ts';

/**
 * SRCH-9: which saved queries an article answers, judged as a search in an index of this one article would: its words
 * are read in its own language, and a query is one of all its words, uncorrected.
 */
export class ReverseIndex {
  readonly #saved = new Map<string, SavedQuery>();
  readonly #languages = new Map<string, LanguageIndex>();
  readonly #building = new Map<string, LanguageIndex>();
  #synonyms = new SynonymIndex([]);

  get size(): number {
    return this.#saved.size;
  }

  ids(): string[] {
    return [...this.#saved.keys()];
  }

  put(id: string, saved: SavedQuery): void {
    // All are put again now and then; most of them are as they were.
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

  /** Has the queries ready in these languages, a few at a time: ten thousand at once would stop everything else. */
  async prepare(languages: Iterable<string | null>): Promise<void> {
    for (const language of new Set(languages)) {
      const known = language || 'en';
      if (this.#saved.size === 0 || this.#languages.has(known)) continue;
      const index = this.#begin(known);
      let count = 0;
      for (const [id, saved] of this.#saved) {
        index.put(id, saved);
        if (++count % AT_ONCE === 0) await endOfTurn();
      }
      this.#building.delete(known);
      this.#languages.set(known, index);
    }
  }

  matches(document: SearchDocument): string[] {
    if (this.#saved.size === 0) return [];
    return this.#indexFor(document.language || 'en').matches(document);
  }

  #indexFor(language: string): LanguageIndex {
    const known = this.#languages.get(language);
    if (known) return known;
    const index = this.#begin(language);
    for (const [id, saved] of this.#saved) index.put(id, saved);
    this.#building.delete(language);
    this.#languages.set(language, index);
    return index;
  }

  /** What is put or removed from here on is put and removed there too. */
  #begin(language: string): LanguageIndex {
    // Made-up languages of strange articles must not fill the memory.
    if (this.#languages.size >= MOST_LANGUAGES) this.#languages.clear();
    const index = new LanguageIndex(language, this.#synonyms);
    this.#building.set(language, index);
    return index;
  }

  *#indexes(): Iterable<LanguageIndex> {
    yield* this.#languages.values();
    yield* this.#building.values();
  }
}

const AT_ONCE = 200;
const MOST_LANGUAGES = 40;
