import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { listTopics } from '../../stories/queries/index.ts';

/** What the places of the topic vector are called, in memory; read again every minute, behind what is asked. */
export class TopicNames {
  readonly kept: RefreshingValue;
  /** Another one whenever a topic has another name: what was written with the names is then old. */
  version = 0;
  #byPlace = new Map<number, { readonly id: string; readonly name: string }>();

  constructor(database: Database, clock: Clock, log: Logger) {
    this.kept = new RefreshingValue({
      clock,
      maxAgeMs: FRESH_MS,
      load: () => this.#read(database),
      onError: error => log.debug('topics could not be read', { error }),
    });
  }

  async #read(database: Database): Promise<void> {
    const topics = await listTopics(database, { inactive: true });
    const names = new Map(topics.map(({ dimension, id, name }) => [dimension, { id, name }]));
    if (!isDeepStrictEqual(names, this.#byPlace)) this.version++;
    this.#byPlace = names;
  }

  at(place: number): { readonly id: string; readonly name: string } | undefined {
    void (this.#byPlace.has(place) ? this.kept.refreshIfStale() : this.kept.refresh());
    return this.#byPlace.get(place);
  }
}

const FRESH_MS = 60_000;
