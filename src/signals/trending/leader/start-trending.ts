import { pause } from '../../../lib/clock.ts';
import type { Consumer } from '../../../platform/log/port.ts';
import { SIGNALS_VALID } from '../../../streams.ts';
import { WINDOWS, type WindowName } from '../lists.ts';
import { StaleEpoch } from './checkpoint.ts';
import { type TrendingDeps, TrendingLeader } from './trending-leader.ts';

/**
 * Counts what is trending in one process of all that run this: the log gives all partitions of the group `trending` to
 * its oldest member, and to another member when that one leaves.
 *
 *   follower --holds partitions--> leader: reads the checkpoint, counts, publishes snapshots, stores checkpoints
 *   leader   --holds none, or another process began a new epoch--> follower: its counts are discarded
 */
export async function startTrending(deps: TrendingDeps): Promise<TrendingConsumer> {
  const consumer = new TrendingConsumer(deps);
  await consumer.start();
  return consumer;
}

export class TrendingConsumer {
  readonly #deps: TrendingDeps;
  readonly #stopping = new AbortController();
  #consumer: Consumer | undefined;
  #leader: Promise<TrendingLeader> | null = null;
  /** The leader whose periodic work has all run once. */
  #published: Promise<TrendingLeader> | null = null;
  /** Runs take turns: of two snapshots written at once, the older would find the newer and take it for another process's. */
  #lastRun: Promise<unknown> = Promise.resolve();
  #timer: Promise<void> = Promise.resolve();

  constructor(deps: TrendingDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#consumer = await this.#deps.log.consume(
      { group: 'trending', stream: SIGNALS_VALID, batch: BATCH, isUndivided: true },
      {
        prepare: async events => {
          await this.#withLeader(leader => leader.handle(events));
          return async () => undefined;
        },
      },
    );
    this.#timer = runPeriodically(this.#deps, this.#stopping.signal, due =>
      this.#inTurn(() => this.#runDue(due)),
    );
  }

  /** Resolves when everything validated before the call is in the newest snapshots. */
  async drained(): Promise<void> {
    await this.#consumer?.drained();
    if (this.#isLeader)
      await this.#inTurn(() =>
        this.#withLeader(async leader => {
          await leader.refreshArticles({ onlyIncomplete: false });
          await leader.applyExactHours();
          for (const window of WINDOWS) await leader.publish(window);
        }),
      );
  }

  /** Stores a checkpoint, so that the next leader has less of the log to read. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#timer;
    await this.#consumer?.stop();
    const leader = await this.#leader?.catch(() => null);
    await leader
      ?.checkpoint()
      .catch(error => this.#deps.telemetry.log.warn('trending.checkpoint_failed', { error }));
  }

  get #isLeader(): boolean {
    return (this.#consumer?.partitions.length ?? 0) > 0;
  }

  #lead(): Promise<TrendingLeader> {
    this.#leader ??= TrendingLeader.start(this.#deps).catch(error => {
      this.#leader = null;
      throw error;
    });
    return this.#leader;
  }

  async #withLeader(work: (leader: TrendingLeader) => Promise<void>): Promise<void> {
    const leader = this.#lead();
    try {
      await work(await leader);
    } catch (error) {
      // A newer leader of this process may have started meanwhile; it stays.
      if (error instanceof StaleEpoch && this.#leader === leader) this.#leader = null;
      throw error;
    }
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.#lastRun.then(run);
    this.#lastRun = turn.catch(() => undefined);
    return turn;
  }

  async #runDue(due: readonly PeriodicWork[]): Promise<void> {
    if (!this.#isLeader) {
      if (this.#leader) this.#deps.telemetry.log.info('trending.leadership_ended');
      this.#leader = null;
      return;
    }
    const leader = this.#lead();
    // A new leader runs everything, so that readers do not wait for the longer windows until they are due.
    for (const { run } of leader === this.#published ? due : PERIODIC_WORK) await this.#withLeader(run);
    this.#published = leader;
  }
}

/**
 * At once and then every second, with the work that is due. The next wait is shorter by the time that work took; work
 * that became due several times meanwhile runs once. Failed work runs again at its next time.
 */
async function runPeriodically(
  { clock, telemetry }: TrendingDeps,
  stopping: AbortSignal,
  run: (due: readonly PeriodicWork[]) => Promise<void>,
): Promise<void> {
  const startedAt = clock.now();
  for (let second = 0, last = -1; !stopping.aborted; ) {
    const due = PERIODIC_WORK.filter(
      ({ seconds }) => Math.floor(second / seconds) > Math.floor(last / seconds),
    );
    await run(due).catch(error => {
      if (error instanceof StaleEpoch) telemetry.log.info('trending.leader_replaced');
      else telemetry.log.warn('trending.publish_failed', { error });
    });
    last = second;
    await pause(clock, Math.max(0, startedAt + (last + 1) * 1_000 - clock.now()), stopping);
    second = Math.floor((clock.now() - startedAt) / 1_000);
  }
}

const publish = (window: WindowName) => (leader: TrendingLeader) => leader.publish(window);

/** TREND-4, TREND-6, BREAK-3. */
const PERIODIC_WORK: readonly PeriodicWork[] = [
  { seconds: 5, run: leader => leader.refreshArticles({ onlyIncomplete: true }) },
  { seconds: 60, run: leader => leader.refreshArticles({ onlyIncomplete: false }) },
  { seconds: 30, run: leader => leader.applyExactHours() },
  { seconds: 1, run: publish('1m') },
  { seconds: 60, run: leader => leader.storeEngagement() },
  { seconds: 5, run: publish('1h') },
  { seconds: 30, run: publish('24h') },
  { seconds: 30, run: leader => leader.checkpoint() },
];

/** Events of the log, each with many signals. */
const BATCH = 200;

interface PeriodicWork {
  readonly seconds: number;
  readonly run: (leader: TrendingLeader) => Promise<void>;
}
