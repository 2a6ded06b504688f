import type { Clock } from '../../lib/clock.ts';
import type { SearchEngine } from './port.ts';

/**
 * Reopens an index that can no longer be read or written, for example because its folder was deleted, instead of
 * failing until the program restarts. Its content may be lost, so the caller is notified and verifies it. Reopening
 * is rate limited: a query that always fails must not cause constant work.
 */
export function reopening(
  open: () => SearchEngine,
  clock: Pick<Clock, 'now'>,
  onReopened: (cause: unknown) => void,
): SearchEngine {
  let current = Promise.resolve(open());
  let synonyms: readonly (readonly string[])[] = [];
  let isClosed = false;
  let reopenedAt = Number.NEGATIVE_INFINITY;

  /** The old engine releases its files before the new one opens them; even closing it may fail. */
  const reopen = async (failed: SearchEngine): Promise<SearchEngine> => {
    await failed.close().catch(() => undefined);
    const engine = open();
    engine.useSynonyms(synonyms);
    return engine;
  };
  const guarded = async <T>(work: (engine: SearchEngine) => Promise<T>): Promise<T> => {
    const used = current;
    const engine = await used;
    try {
      return await work(engine);
    } catch (error) {
      if (!isClosed && current === used && clock.now() - reopenedAt > MIN_INTERVAL_MS) {
        reopenedAt = clock.now();
        current = reopen(engine);
        onReopened(error);
      }
      throw error;
    }
  };
  /** Reads can be retried on the reopened engine. */
  const readOnly = async <T>(query: (engine: SearchEngine) => Promise<T>): Promise<T> => {
    const used = current;
    return guarded(query).catch(error => {
      if (current === used) throw error;
      return guarded(query);
    });
  };
  return {
    put: documents => guarded(engine => engine.put(documents)),
    remove: ids => guarded(engine => engine.remove(ids)),
    flush: () => guarded(engine => engine.flush()),
    clear: () => guarded(engine => engine.clear()),
    search: (query, options) => readOnly(engine => engine.search(query, options)),
    suggestWords: (prefix, limit) => readOnly(engine => engine.suggestWords(prefix, limit)),
    vocabulary: () => readOnly(engine => engine.vocabulary()),
    count: () => readOnly(engine => engine.count()),
    ids: (after, limit) => readOnly(engine => engine.ids(after, limit)),
    figures: () => readOnly(engine => engine.figures()),
    useSynonyms: sets => {
      synonyms = sets;
      void current.then(engine => engine.useSynonyms(sets));
    },
    close: async () => {
      isClosed = true;
      await (await current).close();
    },
  };
}

const MIN_INTERVAL_MS = 10_000;
