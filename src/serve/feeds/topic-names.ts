import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { listTopics } from '../../stories/read/index.ts';

/** What the places of the topic vector are called, in memory; read again every minute, behind what is asked. */
export class TopicNames {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** Another one whenever a topic has another name: what was written with the names is then old. */
  version = 0;
  #byPlace = new Map<number, { readonly id: string; readonly name: string }>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(database: Database, clock: Clock, log: Logger) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  async read(): Promise<void> {
    this.#readAt = this.#clock.now();
    const topics = await listTopics(this.#database, { inactive: true });
    const names = new Map(topics.map(({ dimension, id, name }) => [dimension, { id, name }]));
    if (!isDeepStrictEqual(names, this.#byPlace)) this.version++;
    this.#byPlace = names;
  }

  at(place: number): { readonly id: string; readonly name: string } | undefined {
    if (Math.abs(this.#clock.now() - this.#readAt) > FRESH_MS || !this.#byPlace.has(place)) this.#refresh();
    return this.#byPlace.get(place);
  }

  #refresh(): void {
    this.#reading ??= this.read()
      .catch(error => this.#log.debug('topics could not be read', { error }))
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async settled(): Promise<void> {
    await this.#reading;
  }
}

const FRESH_MS = 60_000;
