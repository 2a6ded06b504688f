import type { Clock } from '../../../lib/clock.ts';
import type { OnThreadCrash } from '../../../platform/threads/pool.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { SearchEngine, SearchOptions, SearchResult, VocabularyFigures, WordCount } from '../port.ts';
import type { IndexState } from './manifest.ts';
import { SearchClient } from './search-client.ts';
import type { SearchRequest } from './search-thread.ts';
import { WriterClient } from './writer-client.ts';

/**
 * The embedded index: files in a folder, one thread that writes and several that search. Only one process at a time
 * may open a folder.
 */
export function createEmbeddedEngine({ folder, threads, clock, onCrash }: EmbeddedOptions): SearchEngine {
  const searcher = new SearchClient({ folder, threads, clock, onCrash });
  const useState = (latest: IndexState) => {
    searcher.state = latest;
    // Searches that began earlier may still read segments that the new manifest no longer lists.
    void searcher.settled().then(() => writer.sweep());
  };
  const writer = new WriterClient(folder, useState, onCrash);
  const run = async <R extends SearchRequest>(request: R) => {
    if (searcher.state === null) await writer.call({ kind: 'open' });
    return searcher.run(request);
  };

  return {
    put: async documents => void (await writer.call({ kind: 'put', documents })),
    remove: async ids => void (await writer.call({ kind: 'remove', ids })),
    flush: async () => void (await writer.call({ kind: 'flush' })),
    clear: async () => void (await writer.call({ kind: 'clear' })),
    count: async () => (await writer.call({ kind: 'figures' })).figures.articles,
    figures: async () => (await writer.call({ kind: 'figures' })).figures,
    ids: async (after, limit) => (await writer.call({ kind: 'ids', after, limit })).ids,
    search: async (query: ParsedQuery, options: SearchOptions = {}): Promise<SearchResult> =>
      (await run({ kind: 'search', query, options })).result,
    suggestWords: async (prefix: string, limit = 10): Promise<WordCount[]> =>
      (await run({ kind: 'words', prefix, limit })).words,
    vocabulary: async (): Promise<VocabularyFigures> => (await run({ kind: 'vocabulary' })).figures,
    useSynonyms: sets => searcher.useSynonyms(sets),
    close: async () => {
      await writer.close().finally(() => searcher.close());
    },
  };
}

export interface EmbeddedOptions {
  readonly folder: string;
  /** Search threads; one more thread writes. */
  readonly threads: number;
  readonly clock: Clock;
  readonly onCrash?: OnThreadCrash | undefined;
}
