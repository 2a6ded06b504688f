import type { Clock } from '../../lib/clock.ts';
import type { Database, Subscription } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { Classifier } from '../topics/port.ts';
import { readRules, readTaxonomy, seedTopics, TOPICS_CHANGED } from '../topics/store/taxonomy-store.ts';
import { createDescribers, type Describers } from './describer-pool.ts';

/**
 * The threads that describe articles, with the taxonomy and the rules as they are now. When an operator changes them
 * new threads take over, and the old ones end with what they are at.
 */
export class TopicsInUse {
  readonly #options: TopicsOptions;
  #describers: Describers;
  #subscription: Subscription | undefined;
  #reloading: Promise<void> = Promise.resolve();

  static async open(options: TopicsOptions): Promise<TopicsInUse> {
    await seedTopics(options.database, new Date(options.clock.now()));
    const topics = new TopicsInUse(options, await describersFor(options));
    await topics.#listen();
    return topics;
  }

  private constructor(options: TopicsOptions, describers: Describers) {
    this.#options = options;
    this.#describers = describers;
  }

  get describers(): Describers {
    return this.#describers;
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#reloading;
    await this.#describers.close();
  }

  async #listen(): Promise<void> {
    const reload = () => {
      this.#reloading = this.#reloading.then(() => this.#reload());
    };
    this.#subscription = await this.#options.database.listen(TOPICS_CHANGED, reload, reload);
  }

  async #reload(): Promise<void> {
    const { telemetry } = this.#options;
    try {
      const old = this.#describers;
      this.#describers = await describersFor(this.#options);
      await old.idle();
      await old.close();
    } catch (error) {
      telemetry.log.warn('the topics were not read again and stay as they were', { error });
    }
  }
}

async function describersFor(options: TopicsOptions): Promise<Describers> {
  const { database, clock, threads, classifier, hire = createDescribers } = options;
  const [taxonomy, rules] = [await readTaxonomy(database), await readRules(database)];
  return hire({ threads, clock, labeller: classifier ? null : { taxonomy, rules } });
}

export interface TopicsOptions {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly threads: number;
  /** Who gives labels instead of the built-in model. */
  readonly classifier: Classifier | null;
  /** Where describers come from, when they are not to be threads of their own. */
  readonly hire?: typeof createDescribers;
}
