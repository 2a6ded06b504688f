import type { Clock } from '../../lib/clock.ts';
import type { SearchEngine } from './port.ts';

/**
 * An index that cannot be read or written any more, as when somebody deleted its folder, is opened anew instead of failing
 * until the program starts again. What it held then may be gone, and whoever keeps it is told to compare it. That
 * happens now and then at most: a query that fails by itself shall not keep everybody busy.
 */
export function mending(
  open: () => SearchEngine,
  clock: Pick<Clock, 'now'>,
  onOpenedAnew: (cause: unknown) => void,
): SearchEngine {
  let current = Promise.resolve(open());
  let synonyms: readonly (readonly string[])[] = [];
  let isClosed = false;
  let openedAnewAt = Number.NEGATIVE_INFINITY;

  /** The old one has let go of the files before the new one takes them; it may be unable even to close well. */
  const openAnew = async (failed: SearchEngine): Promise<SearchEngine> => {
    await failed.close().catch(() => undefined);
    const engine = open();
    engine.useSynonyms(synonyms);
    return engine;
  };
  const guarded = async <T>(work: (engine: SearchEngine) => Promise<T>): Promise<T> => {
    const asked = current;
    const engine = await asked;
    try {
      return await work(engine);
    } catch (error) {
      if (!isClosed && current === asked && clock.now() - openedAnewAt > PAUSE_MS) {
        openedAnewAt = clock.now();
        current = openAnew(engine);
        onOpenedAnew(error);
      }
      throw error;
    }
  };
  /** What changes nothing can be asked of the new one. */
  const asking = async <T>(question: (engine: SearchEngine) => Promise<T>): Promise<T> => {
    const asked = current;
    return guarded(question).catch(error => {
      if (current === asked) throw error;
      return guarded(question);
    });
  };
  return {
    put: documents => guarded(engine => engine.put(documents)),
    remove: ids => guarded(engine => engine.remove(ids)),
    flush: () => guarded(engine => engine.flush()),
    clear: () => guarded(engine => engine.clear()),
    search: (query, options) => asking(engine => engine.search(query, options)),
    suggestWords: (prefix, limit) => asking(engine => engine.suggestWords(prefix, limit)),
    vocabulary: () => asking(engine => engine.vocabulary()),
    count: () => asking(engine => engine.count()),
    ids: (after, limit) => asking(engine => engine.ids(after, limit)),
    figures: () => asking(engine => engine.figures()),
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

const PAUSE_MS = 10_000;
