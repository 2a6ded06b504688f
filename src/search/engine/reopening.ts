import type { Clock } from '../../lib/clock.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import type { SearchDocument } from '../search-document.ts';
import type { SearchEngine, SearchOptions } from './port.ts';

/**
 * Reopens an index that can no longer be read or written, for example because its folder was deleted, instead of
 * failing until the program restarts. Its content may be lost, so the caller is notified and verifies it. Reopening
 * is rate limited: a query that always fails must not cause constant work.
 */
export class ReopeningEngine implements SearchEngine {
  readonly #open: () => SearchEngine;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onReopened: (cause: unknown) => void;
  #current: Promise<SearchEngine>;
  #synonyms: readonly (readonly string[])[] = [];
  #isClosed = false;
  #reopenedAt = Number.NEGATIVE_INFINITY;

  constructor(
    open: () => SearchEngine,
    clock: Pick<Clock, 'now'>,
    onReopened: (cause: unknown) => void = () => undefined,
  ) {
    this.#open = open;
    this.#clock = clock;
    this.#onReopened = onReopened;
    this.#current = Promise.resolve(open());
  }

  put(documents: readonly SearchDocument[]) {
    return this.#run(engine => engine.put(documents));
  }

  remove(ids: readonly string[]) {
    return this.#run(engine => engine.remove(ids));
  }

  flush() {
    return this.#run(engine => engine.flush());
  }

  clear() {
    return this.#run(engine => engine.clear());
  }

  search(query: ParsedQuery, options?: SearchOptions) {
    return this.#read(engine => engine.search(query, options));
  }

  suggestWords(prefix: string, limit?: number) {
    return this.#read(engine => engine.suggestWords(prefix, limit));
  }

  vocabulary() {
    return this.#read(engine => engine.vocabulary());
  }

  count() {
    return this.#read(engine => engine.count());
  }

  ids(after: string | null, limit: number) {
    return this.#read(engine => engine.ids(after, limit));
  }

  figures() {
    return this.#read(engine => engine.figures());
  }

  useSynonyms(sets: readonly (readonly string[])[]): void {
    this.#synonyms = sets;
    void this.#current.then(engine => engine.useSynonyms(sets));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#current).close();
  }

  async #run<T>(work: (engine: SearchEngine) => Promise<T>): Promise<T> {
    const used = this.#current;
    const engine = await used;
    try {
      return await work(engine);
    } catch (error) {
      const now = this.#clock.now();
      if (!this.#isClosed && this.#current === used && now - this.#reopenedAt > MIN_INTERVAL_MS) {
        this.#reopenedAt = now;
        this.#current = this.#reopen(engine);
        this.#onReopened(error);
      }
      throw error;
    }
  }

  /** Reads can be retried on the reopened engine. */
  async #read<T>(query: (engine: SearchEngine) => Promise<T>): Promise<T> {
    const used = this.#current;
    return this.#run(query).catch(error => {
      if (this.#current === used) throw error;
      return this.#run(query);
    });
  }

  /** The old engine releases its files before the new one opens them; even closing it may fail. */
  async #reopen(failed: SearchEngine): Promise<SearchEngine> {
    await failed.close().catch(() => undefined);
    const engine = this.#open();
    engine.useSynonyms(this.#synonyms);
    return engine;
  }
}

const MIN_INTERVAL_MS = 10_000;
