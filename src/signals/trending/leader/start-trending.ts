import { pause } from '../../../lib/clock.ts';
import { SIGNALS_VALID } from '../../../streams.ts';
import { WINDOWS, type WindowName } from '../lists.ts';
import { StaleEpoch } from './checkpoint.ts';
import { type TrendingDeps, TrendingLeader } from './trending-leader.ts';

/**
 * Counts what is trending, in one process of all that run this: the log gives all partitions of the group `trending` to
 * one member, the one that has been there longest, and to another when it goes.
 *
 *   idle      --holds partitions--> leading: reads the checkpoint, counts, makes editions, stores checkpoints
 *   leading   --holds none, or another took a new epoch--> idle: its counts are thrown away
 */
export async function startTrending(tools: TrendingDeps): Promise<TrendingConsumer> {
  let lead: Promise<TrendingLeader> | null = null;
  const leading = (): Promise<TrendingLeader> => {
    lead ??= TrendingLeader.start(tools).catch(error => {
      lead = null;
      throw error;
    });
    return lead;
  };
  const work = async (what: (lead: TrendingLeader) => Promise<void>) => {
    const own = leading();
    try {
      await what(await own);
    } catch (error) {
      // Another lead of this very process may have begun meanwhile, and stays.
      if (error instanceof StaleEpoch && lead === own) lead = null;
      throw error;
    }
  };
  const consumer = await tools.log.consume(
    { group: 'trending', stream: SIGNALS_VALID, batch: COUNTED_AT_ONCE, isUndivided: true },
    {
      prepare: async events => {
        await work(own => own.handle(events));
        return async () => undefined;
      },
    },
  );
  const isHere = () => consumer.partitions.length > 0;
  const stopping = new AbortController();
  // Of two that write an edition at the same time the older one would find the newer, and take it for another process's.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (chores: () => Promise<void>): Promise<void> => {
    const mine = last.then(chores);
    last = mine.catch(() => undefined);
    return mine;
  };
  let told: Promise<TrendingLeader> | null = null;
  const tick = async (due: readonly PeriodicWork[]) => {
    if (!isHere()) {
      if (lead) tools.telemetry.log.info('trending is no longer counted here');
      lead = null;
      return;
    }
    const own = leading();
    // Whoever has just begun has all of it to tell, and lets nobody wait for the longer lists until they are due.
    for (const { chore } of own === told ? due : PERIODIC_WORK) await work(chore);
    told = own;
  };
  const ticking = runPeriodically(tools, stopping.signal, due => inTurn(() => tick(due)));
  return {
    drained: async () => {
      await consumer.drained();
      if (!isHere()) return;
      const tell = async (own: TrendingLeader) => {
        await own.refreshArticles({ onlyIncomplete: false });
        await own.applyExactHours();
        for (const window of WINDOWS) await own.publish(window);
      };
      await inTurn(() => work(tell));
    },
    stop: async () => {
      stopping.abort();
      await ticking;
      await consumer.stop();
      // Whoever goes on begins here, or where the last checkpoint was.
      const own = await lead?.catch(() => null);
      await own?.checkpoint().catch(error => tools.telemetry.log.warn('trending was not stored', { error }));
    },
  };
}

/**
 * At once and then every second, with what is due then; what takes long makes the next wait shorter, and what came due
 * meanwhile is done once. What failed is made up for at its next time.
 */
async function runPeriodically(
  { clock, telemetry }: TrendingDeps,
  stopping: AbortSignal,
  run: (due: readonly PeriodicWork[]) => Promise<void>,
): Promise<void> {
  const beganAt = clock.now();
  for (let second = 0, last = -1; !stopping.aborted; ) {
    const due = PERIODIC_WORK.filter(({ every }) => Math.floor(second / every) > Math.floor(last / every));
    await run(due).catch(error => {
      if (error instanceof StaleEpoch) telemetry.log.info('trending is counted by another process');
      else telemetry.log.warn('what is trending could not be told', { error });
    });
    last = second;
    await pause(clock, Math.max(0, beganAt + (last + 1) * 1_000 - clock.now()), stopping);
    second = Math.floor((clock.now() - beganAt) / 1_000);
  }
}

const publish = (window: WindowName) => (lead: TrendingLeader) => lead.publish(window);

/** TREND-4, TREND-6, BREAK-3, in seconds. */
const PERIODIC_WORK: readonly PeriodicWork[] = [
  { every: 5, chore: lead => lead.refreshArticles({ onlyIncomplete: true }) },
  { every: 60, chore: lead => lead.refreshArticles({ onlyIncomplete: false }) },
  { every: 30, chore: lead => lead.applyExactHours() },
  { every: 1, chore: publish('1m') },
  { every: 60, chore: lead => lead.storeEngagement() },
  { every: 5, chore: publish('1h') },
  { every: 30, chore: publish('24h') },
  { every: 30, chore: lead => lead.checkpoint() },
];

/** Events of the log, each with many signals. */
const COUNTED_AT_ONCE = 200;

interface PeriodicWork {
  readonly every: number;
  readonly chore: (lead: TrendingLeader) => Promise<void>;
}

export interface TrendingConsumer {
  /** Resolves when everything that was judged before the call is in the newest editions. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
