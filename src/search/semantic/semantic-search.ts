import { BREAKERS, type Breaker } from '../../lib/breaker.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { type BreakerTelemetry, createBreaker } from '../../platform/telemetry/breakers.ts';
import type { EmbeddingModel } from './port.ts';
import { vectorsAfter } from './vector-store.ts';
import { type NearVector, VectorTable } from './vector-table.ts';

/**
 * SRCH-10: finds articles by meaning. The vectors of the last weeks are in memory and follow the table. The model
 * turns the query into a vector within a short time limit; without it, search uses keywords only.
 */
export class SemanticSearch {
  readonly #deps: SemanticSearchDeps;
  readonly #table = new VectorTable(MAX_VECTORS);
  readonly #breaker: Breaker;
  readonly #queryVectors = new Map<string, Float32Array>();
  readonly #stopping = new AbortController();
  #lastNumber = 0;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(deps: SemanticSearchDeps) {
    this.#deps = deps;
    this.#breaker = createBreaker('embeddings', { ...deps, clock: deps.waitingClock });
  }

  start(): void {
    this.#refreshing = (async () => {
      while (!this.#stopping.signal.aborted) {
        await this.refresh().catch(error =>
          this.#deps.telemetry.log.warn('search.vector_refresh_failed', { error }),
        );
        await pause(this.#deps.waitingClock, REFRESH_INTERVAL_MS, this.#stopping.signal);
      }
    })();
  }

  /** Loads new vectors. A single writer numbers them in order, so none is skipped. */
  async refresh(): Promise<void> {
    const { clock, database, model } = this.#deps;
    const since = new Date(clock.now() - VECTOR_RETENTION_MS);
    for (;;) {
      const page = { model: model.name, since, after: this.#lastNumber, limit: BATCH };
      const rows = await vectorsAfter(database, page);
      for (const { articleId, number, vector } of rows) {
        this.#table.put(articleId, new Int8Array(vector));
        this.#lastNumber = number;
      }
      if (rows.length < BATCH) return;
    }
  }

  /** Null while the model is unavailable. */
  async nearest(text: string, limit: number): Promise<NearVector[] | null> {
    if (this.#table.size === 0 || text.trim() === '') return null;
    try {
      const vector = await this.#vectorOf(text.trim().slice(0, MAX_QUERY_LENGTH));
      return this.#table
        .nearest(vector, limit)
        .filter(({ similarity: nearness }) => nearness >= MIN_SIMILARITY);
    } catch (error) {
      this.#deps.telemetry.log.debug('search.query_embedding_failed', { error });
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#refreshing;
  }

  async #vectorOf(text: string): Promise<Float32Array> {
    const known = this.#queryVectors.get(text);
    if (known) return known;
    const [vector] = await this.#breaker.run(() =>
      this.#deps.model.embed([text], BREAKERS.embeddings.timeoutMs),
    );
    if (vector === undefined) throw new TypeError('the embedding model responded without a vector');
    if (this.#queryVectors.size >= MAX_CACHED_QUERIES) this.#queryVectors.clear();
    this.#queryVectors.set(text, vector);
    return vector;
  }
}

/** Similarity relative to the mean of all vectors; unrelated texts are around 0. */
const MIN_SIMILARITY = 0.35;
/** 100,000 vectors of 384 numbers take 43 MB. */
const MAX_VECTORS = 100_000;
export const VECTOR_RETENTION_MS = 30 * 86_400_000;
const REFRESH_INTERVAL_MS = 5_000;
const BATCH = 1_000;
const MAX_CACHED_QUERIES = 1_000;
const MAX_QUERY_LENGTH = 1_000;

export interface SemanticSearchDeps {
  readonly database: Database;
  readonly model: EmbeddingModel;
  readonly clock: Pick<Clock, 'now'>;
  /** The machine's clock. */
  readonly waitingClock: Clock;
  readonly telemetry: BreakerTelemetry;
}
