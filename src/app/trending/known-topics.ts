import type { Clock } from '../../lib/clock.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { listTopics, type StoredTopic } from '../../stories/queries/index.ts';

/** The taxonomy, read again after half a minute: a list that cannot be is told from one that is empty. */
export class KnownTopics {
  readonly #database: Queryable;
  readonly #clock: Clock;
  #topics: readonly StoredTopic[] = [];
  #byId: ReadonlyMap<string, StoredTopic> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(id: string): Promise<StoredTopic | null> {
    await this.all();
    return this.#byId.get(id) ?? null;
  }

  async all(): Promise<readonly StoredTopic[]> {
    if (this.#clock.now() - this.#readAt >= READ_AGAIN_MS) {
      this.#topics = await listTopics(this.#database);
      this.#byId = new Map(this.#topics.map(topic => [topic.id, topic]));
      this.#readAt = this.#clock.now();
    }
    return this.#topics;
  }
}

const READ_AGAIN_MS = 30_000;
