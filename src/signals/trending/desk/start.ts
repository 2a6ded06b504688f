import { pause } from '../../../lib/clock.ts';
import { WINDOWS, type WindowName } from '../lists.ts';
import { EpochOver } from './checkpoint.ts';
import { Lead, type LeadTools } from './lead.ts';

/**
 * Counts what is trending, in one process of all that run this: the log gives all partitions of the group `trending` to
 * one member, the one that has been there longest, and to another when it goes.
 *
 *   idle      --holds partitions--> leading: reads the checkpoint, counts, makes editions, stores checkpoints
 *   leading   --holds none, or another took a new epoch--> idle: its counts are thrown away
 */
export async function startTrending(tools: LeadTools): Promise<Trending> {
  let lead: Promise<Lead> | null = null;
  const leading = (): Promise<Lead> => {
    lead ??= Lead.begin(tools).catch(error => {
      lead = null;
      throw error;
    });
    return lead;
  };
  const work = async (what: (lead: Lead) => Promise<void>) => {
    try {
      await what(await leading());
    } catch (error) {
      if (error instanceof EpochOver) lead = null;
      throw error;
    }
  };
  const consumer = await tools.log.consume(
    { group: 'trending', stream: 'signals.valid', batch: COUNTED_AT_ONCE, isUndivided: true },
    {
      prepare: async events => {
        await work(own => own.take(events));
        return async () => undefined;
      },
    },
  );
  const isHere = () => consumer.partitions.length > 0;
  const stopping = new AbortController();
  const ticking = keepTime(tools, stopping.signal, async chores => {
    if (!isHere()) lead = null;
    else for (const chore of chores) await work(chore);
  });
  return {
    drained: async () => {
      await consumer.drained();
      if (isHere())
        await work(async own => {
          await own.lookUpAgain({ onlyIncomplete: false });
          await own.takeExactHours();
          for (const window of WINDOWS) await own.publish(window);
        });
    },
    stop: async () => {
      stopping.abort();
      await ticking;
      await consumer.stop();
      // Whoever goes on begins here, or where the last checkpoint was.
      const last = await lead?.catch(() => null);
      await last?.checkpoint().catch(error => tools.telemetry.log.warn('trending was not stored', { error }));
    },
  };
}

/**
 * Every second, with what is due then; what takes long makes the next wait shorter, and what came due meanwhile is done
 * once. What failed is made up for at its next time.
 */
async function keepTime(
  { clock, telemetry }: LeadTools,
  stopping: AbortSignal,
  run: (chores: readonly Chore[]) => Promise<void>,
): Promise<void> {
  const beganAt = clock.now();
  for (let last = 0; ; ) {
    await pause(clock, beganAt + (last + 1) * 1_000 - clock.now(), stopping);
    if (stopping.aborted) return;
    const second = Math.floor((clock.now() - beganAt) / 1_000);
    const due = CHORES.filter(({ every }) => Math.floor(second / every) > Math.floor(last / every));
    last = second;
    await run(due.map(({ chore }) => chore)).catch(error => {
      if (error instanceof EpochOver) telemetry.log.info('trending is counted by another process');
      else telemetry.log.warn('what is trending could not be told', { error });
    });
  }
}

const publish = (window: WindowName) => (lead: Lead) => lead.publish(window);

/** TREND-4, TREND-6, BREAK-3, in seconds. */
const CHORES: readonly { readonly every: number; readonly chore: Chore }[] = [
  { every: 5, chore: lead => lead.lookUpAgain({ onlyIncomplete: true }) },
  { every: 60, chore: lead => lead.lookUpAgain({ onlyIncomplete: false }) },
  { every: 30, chore: lead => lead.takeExactHours() },
  { every: 1, chore: publish('1m') },
  { every: 60, chore: lead => lead.tellEngagement() },
  { every: 5, chore: publish('1h') },
  { every: 30, chore: publish('24h') },
  { every: 30, chore: lead => lead.checkpoint() },
];

/** Events of the log, each with many signals. */
const COUNTED_AT_ONCE = 200;

type Chore = (lead: Lead) => Promise<void>;

export interface Trending {
  /** Resolves when everything that was judged before the call is in the newest editions. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
