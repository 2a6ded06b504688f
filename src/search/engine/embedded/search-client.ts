import type { Clock } from '../../../lib/clock.ts';
import { createThreadPool, type OnThreadCrash, type ThreadPool } from '../../../platform/threads/pool.ts';
import type { IndexState } from './manifest.ts';
import type { SearchJob, SearchRequest, SearchResponse } from './search-thread.ts';

/** The client of the search threads. */
export class SearchClient {
  readonly #pool: ThreadPool<SearchJob, SearchResponse>;
  readonly #inFlight = new Set<Promise<unknown>>();
  #synonyms: SynonymSets = { version: 0, sets: [] };
  /** The latest state of the index; null until the writer has reported one. */
  state: IndexState | null = null;

  constructor({ folder, threads, clock, onCrash }: SearchClientOptions) {
    this.#pool = createThreadPool({
      module: new URL('./search-thread.ts', import.meta.url),
      data: { folder },
      threads,
      clock,
      timeoutMs: SEARCH_TIMEOUT_MS,
      memoryMb: THREAD_MEMORY_MB,
      onCrash,
    });
  }

  useSynonyms(sets: SynonymSets['sets']): void {
    this.#synonyms = { version: this.#synonyms.version + 1, sets };
  }

  async run<R extends SearchRequest>(request: R): Promise<Extract<SearchResponse, { kind: R['kind'] }>> {
    const pending = this.#dispatch(request);
    this.#inFlight.add(pending);
    try {
      const response = await pending;
      if (response.kind === 'failed') throw new Error(response.message);
      return response as Extract<SearchResponse, { kind: R['kind'] }>;
    } finally {
      this.#inFlight.delete(pending);
    }
  }

  async #dispatch(request: SearchRequest): Promise<SearchResponse> {
    const { state } = this;
    const { version, sets } = this.#synonyms;
    if (state === null) throw new Error('the search index reported no state');
    const job = { request, generation: state.manifest.generation, synonymsVersion: version };
    const response = await this.#pool.run(job);
    // Threads usually have the current state; it is sent only when one needs it.
    return response.kind === 'stale' ? this.#pool.run({ ...job, state, synonyms: sets }) : response;
  }

  /** Resolves when all searches that have begun so far have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Far beyond the time of any query; a thread that hangs is replaced. */
const SEARCH_TIMEOUT_MS = 10_000;
const THREAD_MEMORY_MB = 2_048;

export interface SearchClientOptions {
  readonly folder: string;
  readonly threads: number;
  readonly clock: Clock;
  readonly onCrash?: OnThreadCrash | undefined;
}

interface SynonymSets {
  readonly version: number;
  readonly sets: readonly (readonly string[])[];
}
