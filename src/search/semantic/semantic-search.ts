import { BREAKERS, type Breaker } from '../../lib/breaker.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { type BreakerTelemetry, createBreaker } from '../../platform/telemetry/breakers.ts';
import type { EmbeddingModel } from './port.ts';
import { vectorsAfter } from './vector-store.ts';
import { type Near, VectorTable } from './vector-table.ts';

/**
 * SRCH-10: articles by what they mean. The vectors of the last weeks are in memory and follow the table; a query is
 * turned into a vector by the model, which is given little time: whoever searches gets what the words find in any case.
 */
export class SemanticSearch {
  readonly #tools: SemanticTools;
  readonly #table = new VectorTable(MOST_VECTORS);
  readonly #breaker: Breaker;
  readonly #known = new Map<string, Float32Array>();
  readonly #stopping = new AbortController();
  #number = 0;
  #following: Promise<void> = Promise.resolve();

  constructor(tools: SemanticTools) {
    this.#tools = tools;
    this.#breaker = createBreaker('embeddings', { ...tools, clock: tools.waitingClock });
  }

  start(): void {
    this.#following = (async () => {
      while (!this.#stopping.signal.aborted) {
        await this.follow().catch(error =>
          this.#tools.telemetry.log.warn('vectors could not be read', { error }),
        );
        await pause(this.#tools.waitingClock, FOLLOW_EVERY_MS, this.#stopping.signal);
      }
    })();
  }

  /** Takes what was added since. One writer numbers vectors as it adds them, so none is skipped. */
  async follow(): Promise<void> {
    const { clock, database, model } = this.#tools;
    const since = new Date(clock.now() - KEPT_MS);
    for (;;) {
      const page = { model: model.name, since, after: this.#number, most: AT_ONCE };
      const rows = await vectorsAfter(database, page);
      for (const { articleId, number, vector } of rows) {
        this.#table.put(articleId, new Int8Array(vector));
        this.#number = number;
      }
      if (rows.length < AT_ONCE) return;
    }
  }

  /** Null when the model cannot be asked now. */
  async nearest(text: string, most: number): Promise<Near[] | null> {
    if (this.#table.size === 0 || text.trim() === '') return null;
    try {
      const vector = await this.#vectorOf(text.trim().slice(0, LONGEST_QUERY));
      return this.#table.nearest(vector, most).filter(({ nearness }) => nearness >= NEAR);
    } catch (error) {
      this.#tools.telemetry.log.debug('a query was not turned into a vector', { error });
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#following;
  }

  async #vectorOf(text: string): Promise<Float32Array> {
    const known = this.#known.get(text);
    if (known) return known;
    const [vector] = await this.#breaker.run(() =>
      this.#tools.model.embed([text], BREAKERS.embeddings.timeoutMs),
    );
    if (vector === undefined) throw new TypeError('the embedding model answered with no vector');
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, vector);
    return vector;
  }
}

/** As seen from the middle of all vectors; what has nothing to do with each other is around 0. */
const NEAR = 0.35;
/** 100,000 of 384 numbers are 43 MB. */
const MOST_VECTORS = 100_000;
export const KEPT_MS = 30 * 86_400_000;
const FOLLOW_EVERY_MS = 5_000;
const AT_ONCE = 1_000;
const MOST_KNOWN = 1_000;
const LONGEST_QUERY = 1_000;

export interface SemanticTools {
  readonly database: Database;
  readonly model: EmbeddingModel;
  readonly clock: Pick<Clock, 'now'>;
  /** Of the machine. */
  readonly waitingClock: Clock;
  readonly telemetry: BreakerTelemetry;
}
