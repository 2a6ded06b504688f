import { pause } from '../../../lib/clock.ts';
import { SIGNALS_VALID } from '../../../streams.ts';
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
    const own = leading();
    try {
      await what(await own);
    } catch (error) {
      // Another lead of this very process may have begun meanwhile, and stays.
      if (error instanceof EpochOver && lead === own) lead = null;
      throw error;
    }
  };
  const consumer = await tools.log.consume(
    { group: 'trending', stream: SIGNALS_VALID, batch: COUNTED_AT_ONCE, isUndivided: true },
    {
      prepare: async events => {
        await work(own => own.take(events));
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
  let told: Promise<Lead> | null = null;
  const tick = async (due: readonly Chore[]) => {
    if (!isHere()) {
      if (lead) tools.telemetry.log.info('trending is no longer counted here');
      lead = null;
      return;
    }
    const own = leading();
    // Whoever has just begun has all of it to tell, and lets nobody wait for the longer lists until they are due.
    for (const { chore } of own === told ? due : CHORES) await work(chore);
    told = own;
  };
  const ticking = keepTime(tools, stopping.signal, due => inTurn(() => tick(due)));
  return {
    drained: async () => {
      await consumer.drained();
      if (!isHere()) return;
      const tell = async (own: Lead) => {
        await own.lookUpAgain({ onlyIncomplete: false });
        await own.takeExactHours();
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
async function keepTime(
  { clock, telemetry }: LeadTools,
  stopping: AbortSignal,
  run: (due: readonly Chore[]) => Promise<void>,
): Promise<void> {
  const beganAt = clock.now();
  for (let second = 0, last = -1; !stopping.aborted; ) {
    const due = CHORES.filter(({ every }) => Math.floor(second / every) > Math.floor(last / every));
    await run(due).catch(error => {
      if (error instanceof EpochOver) telemetry.log.info('trending is counted by another process');
      else telemetry.log.warn('what is trending could not be told', { error });
    });
    last = second;
    await pause(clock, Math.max(0, beganAt + (last + 1) * 1_000 - clock.now()), stopping);
    second = Math.floor((clock.now() - beganAt) / 1_000);
  }
}

const publish = (window: WindowName) => (lead: Lead) => lead.publish(window);

/** TREND-4, TREND-6, BREAK-3, in seconds. */
const CHORES: readonly Chore[] = [
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

interface Chore {
  readonly every: number;
  readonly chore: (lead: Lead) => Promise<void>;
}

export interface Trending {
  /** Resolves when everything that was judged before the call is in the newest editions. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
