import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import { RefreshingValue } from '../lib/refreshing-value.ts';
import type { Database } from '../platform/database/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { listTopics, type StoredTopic } from '../stories/queries/index.ts';

/**
 * The taxonomy in the memory of this process, for everything that names topics or checks their ids. It is refreshed in
 * the background (stale-while-revalidate) and stays in use while the database is away. A topic that is missing triggers a
 * refresh, so that one that was just added is found.
 */
export class TopicCache {
  readonly #refreshing: RefreshingValue;
  #topics: readonly StoredTopic[] = [];
  #active: readonly StoredTopic[] = [];
  #sections: readonly Section[] = [];
  #byDimension: ReadonlyMap<number, StoredTopic> = new Map();
  /** Increases whenever a topic changes; a page rendered with an older version is stale. */
  version = 0;

  static async open(deps: TopicCacheDeps): Promise<TopicCache> {
    const cache = new TopicCache(deps);
    await cache.#refreshing.start();
    return cache;
  }

  private constructor({ database, clock, telemetry }: TopicCacheDeps) {
    this.#refreshing = new RefreshingValue({
      clock,
      maxAgeMs: MAX_AGE_MS,
      load: () => this.#load(database),
      onError: error => telemetry.log.debug('topics.refresh_failed', { error }),
    });
  }

  /** Active categories and topics, by name. */
  async active(): Promise<readonly StoredTopic[]> {
    await this.#refresh(this.#active.length === 0);
    return this.#active;
  }

  /** An active topic or category, or null. */
  async find(id: string): Promise<StoredTopic | null> {
    const find = () => this.#active.find(topic => topic.id === id) ?? null;
    await this.#refresh(find() === null);
    return find();
  }

  /** The topic at a dimension of the topic vector, active or not. */
  atDimension(dimension: number): StoredTopic | undefined {
    void this.#refresh(!this.#byDimension.has(dimension));
    return this.#byDimension.get(dimension);
  }

  /** The sections of the masthead and the front page: the active categories in their editorial order. */
  async sections(): Promise<readonly Section[]> {
    await this.#refresh(this.#sections.length === 0);
    return this.#sections;
  }

  /** The sections as last loaded, for error pages, which must not touch the database. */
  get loadedSections(): readonly Section[] {
    return this.#sections;
  }

  /** Resolves when no load is running. */
  settled(): Promise<void> {
    return this.#refreshing.settled();
  }

  /** Waits only for what is missing. */
  #refresh(isMissing: boolean): Promise<void> | undefined {
    if (isMissing) return this.#refreshing.refresh();
    void this.#refreshing.refreshIfStale();
    return undefined;
  }

  async #load(database: Database): Promise<void> {
    const topics = await listTopics(database, { inactive: true });
    if (isDeepStrictEqual(topics, this.#topics)) return;
    this.version++;
    this.#topics = topics;
    this.#active = topics.filter(({ isActive }) => isActive);
    this.#byDimension = new Map(topics.map(topic => [topic.dimension, topic]));
    this.#sections = sectionsIn(this.#active);
  }
}

function sectionsIn(topics: readonly StoredTopic[]): Section[] {
  const position = (id: string) => SECTION_ORDER.indexOf(id) + 1 || SECTION_ORDER.length + 1;
  return topics
    .filter(({ parent }) => parent === null)
    .sort((a, b) => position(a.id) - position(b.id))
    .map(({ id, name }) => ({ id, name }));
}

const MAX_AGE_MS = 30_000;
const SECTION_ORDER = [
  'world',
  'nation',
  'politics',
  'business',
  'technology',
  'science',
  'climate',
  'health',
  'sports',
  'entertainment',
  'lifestyle',
  'education',
];

export interface Section {
  readonly id: string;
  readonly name: string;
}

interface TopicCacheDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
