import type { Clock } from '../../lib/clock.ts';
import type { Database, Subscription } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { restartReporter } from '../../platform/telemetry/restarts.ts';
import type { Classifier } from '../topics/port.ts';
import { readRules, readTaxonomy, seedTopics, TOPICS_CHANGED } from '../topics/store/taxonomy-store.ts';
import { createDescriberPool, type DescriberPool } from './describer-pool.ts';

/**
 * The pool of describers with the current taxonomy and rules. When an operator changes these, a new pool takes over; the
 * old one finishes its jobs and closes.
 */
export class ReloadingDescribers {
  readonly #options: ReloadingDescribersOptions;
  #current: DescriberPool;
  #subscription: Subscription | undefined;
  #reloading: Promise<void> = Promise.resolve();

  static async open(options: ReloadingDescribersOptions): Promise<ReloadingDescribers> {
    await seedTopics(options.database, new Date(options.clock.now()));
    const topics = new ReloadingDescribers(options, await createCurrentPool(options));
    await topics.#listen();
    return topics;
  }

  private constructor(options: ReloadingDescribersOptions, current: DescriberPool) {
    this.#options = options;
    this.#current = current;
  }

  get current(): DescriberPool {
    return this.#current;
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
    await this.#reloading;
    await this.#current.close();
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
      const old = this.#current;
      this.#current = await createCurrentPool(this.#options);
      await old.idle();
      await old.close();
    } catch (error) {
      telemetry.log.warn('topics.reload_failed', { error });
    }
  }
}

async function createCurrentPool(options: ReloadingDescribersOptions): Promise<DescriberPool> {
  const { database, clock, telemetry, threads, classifier, createPool = createDescriberPool } = options;
  const [taxonomy, rules] = [await readTaxonomy(database), await readRules(database)];
  const latency = telemetry.metrics.histogram('classifier_latency_seconds');
  return createPool({
    threads,
    clock,
    labeller: classifier ? null : { taxonomy, rules },
    onCrash: restartReporter(telemetry, 'describer'),
    onLabelled: seconds => latency.observe({}, seconds),
  });
}

export interface ReloadingDescribersOptions {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly threads: number;
  /** Labels articles instead of the built-in model; the pool then needs no model. */
  readonly classifier: Classifier | null;
  /** For tests that share one pool. */
  readonly createPool?: typeof createDescriberPool;
}
