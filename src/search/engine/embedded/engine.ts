import type { Clock } from '../../../lib/clock.ts';
import { createThreadPool, type ThreadPool } from '../../../platform/threads/pool.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { SearchEngine, SearchOptions, SearchResult, VocabularyFigures, WordCount } from '../port.ts';
import type { IndexState } from './manifest.ts';
import type { SearchJob, SearchRequest, SearchResponse } from './search-thread.ts';
import { WriterClient } from './writer-client.ts';

/**
 * The embedded index: files in a folder, one thread that writes and several that search. Only one process at a time
 * may open a folder.
 */
export function createEmbeddedEngine({ folder, threads, clock }: EmbeddedOptions): SearchEngine {
  const module = new URL('./search-thread.ts', import.meta.url);
  const pool: ThreadPool<SearchJob, SearchResponse> = createThreadPool({
    module,
    data: { folder },
    threads,
    clock,
    timeoutMs: SEARCH_TIMEOUT_MS,
    memoryMb: THREAD_MEMORY_MB,
  });
  const inFlight = new Set<Promise<unknown>>();
  let state: IndexState | null = null;
  let synonyms: SynonymSets = { version: 0, sets: [] };

  // Searches that began earlier may still read segments that the new manifest no longer lists.
  const writer = new WriterClient(folder, latest => {
    state = latest;
    void Promise.allSettled(inFlight).then(() => writer.sweep());
  });
  const current = async (): Promise<IndexState> => {
    if (state === null) await writer.call({ kind: 'open' });
    if (state === null) throw new Error('the search index reported no state');
    return state;
  };
  const run = async <Q extends SearchRequest>(
    request: Q,
  ): Promise<Extract<SearchResponse, { kind: Q['kind'] }>> => {
    const pending = (async () => {
      const now = await current();
      const { generation } = now.manifest;
      const job = { request, generation, synonymsVersion: synonyms.version };
      const answer = await pool.run(job);
      // Threads usually have the current state; it is sent only when one asks for it.
      return answer.kind === 'stale' ? pool.run({ ...job, state: now, synonyms: synonyms.sets }) : answer;
    })();
    inFlight.add(pending);
    try {
      const answer = await pending;
      if (answer.kind === 'failed') throw new Error(answer.message);
      return answer as Extract<SearchResponse, { kind: Q['kind'] }>;
    } finally {
      inFlight.delete(pending);
    }
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
    useSynonyms: sets => {
      synonyms = { version: synonyms.version + 1, sets };
    },
    close: async () => {
      await writer.close().finally(() => pool.close());
    },
  };
}

/** Far beyond the time of any query; a thread that hangs is replaced. */
const SEARCH_TIMEOUT_MS = 10_000;
const THREAD_MEMORY_MB = 2_048;

export interface EmbeddedOptions {
  readonly folder: string;
  /** Search threads; one more thread writes. */
  readonly threads: number;
  readonly clock: Clock;
}

interface SynonymSets {
  readonly version: number;
  readonly sets: readonly (readonly string[])[];
}
