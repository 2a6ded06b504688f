import type { Clock } from '../../../lib/clock.ts';
import { createThreadPool, type ThreadPool } from '../../../platform/threads/pool.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { SearchEngine, SearchOptions, SearchResult, VocabularyFigures, WordCount } from '../port.ts';
import type { IndexState } from './manifest.ts';
import type { SearchAnswer, SearchJob, SearchQuestion } from './search-thread.ts';
import { WriterClient } from './writer-client.ts';

/**
 * The index that comes with Broadsheet: files in a folder, one thread that writes them, some that search.
 * One process at a time may have a folder open.
 */
export function createEmbeddedEngine({ folder, threads, clock }: EmbeddedOptions): SearchEngine {
  const module = new URL('./search-thread.ts', import.meta.url);
  const pool: ThreadPool<SearchJob, SearchAnswer> = createThreadPool({
    module,
    data: { folder },
    threads,
    clock,
    timeoutMs: SEARCH_TIMEOUT_MS,
    memoryMb: THREAD_MEMORY_MB,
  });
  const inFlight = new Set<Promise<unknown>>();
  let state: IndexState | null = null;
  let synonyms: Synonyms = { version: 0, sets: [] };

  // Folders that are no longer named may be open in a search that began before.
  const writer = new WriterClient(folder, latest => {
    state = latest;
    void Promise.allSettled(inFlight).then(() => writer.sweep());
  });
  const current = async (): Promise<IndexState> => {
    if (state === null) await writer.call({ kind: 'open' });
    if (state === null) throw new Error('the search index said nothing of its state');
    return state;
  };
  const ask = async <Q extends SearchQuestion>(
    question: Q,
  ): Promise<Extract<SearchAnswer, { kind: Q['kind'] }>> => {
    const asked = (async () => {
      const now = await current();
      const { generation } = now.manifest;
      const job = { question, generation, synonymsVersion: synonyms.version };
      const answer = await pool.run(job);
      // Threads are told what has changed when they have something to do: mostly they know already.
      return answer.kind === 'needs news'
        ? pool.run({ ...job, state: now, synonyms: synonyms.sets })
        : answer;
    })();
    inFlight.add(asked);
    try {
      const answer = await asked;
      if (answer.kind === 'failed') throw new Error(answer.message);
      return answer as Extract<SearchAnswer, { kind: Q['kind'] }>;
    } finally {
      inFlight.delete(asked);
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
      (await ask({ kind: 'search', query, options })).result,
    suggestWords: async (prefix: string, limit = 10): Promise<WordCount[]> =>
      (await ask({ kind: 'words', prefix, limit })).words,
    vocabulary: async (): Promise<VocabularyFigures> => (await ask({ kind: 'vocabulary' })).figures,
    useSynonyms: sets => {
      synonyms = { version: synonyms.version + 1, sets };
    },
    close: async () => {
      await writer.close().finally(() => pool.close());
    },
  };
}

/** Far beyond what any query takes; a thread that hangs is replaced. */
const SEARCH_TIMEOUT_MS = 10_000;
const THREAD_MEMORY_MB = 2_048;

export interface EmbeddedOptions {
  readonly folder: string;
  /** That search; one more writes. */
  readonly threads: number;
  readonly clock: Clock;
}

interface Synonyms {
  readonly version: number;
  readonly sets: readonly (readonly string[])[];
}
