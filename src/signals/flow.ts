import type { Clock } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import type { Consumer, EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { SIGNALS_ACCEPTED, SIGNALS_VALID } from '../streams.ts';
import { createInterestUpdater } from './interests/update-interests.ts';
import type { TrendingBoard } from './trending/board.ts';
import { startTrending } from './trending/leader/start-trending.ts';
import { ActiveRules } from './validation/active-rules.ts';
import { createSignalValidator } from './validation/validate-signals.ts';

/**
 * From what a reader did to what it adds up to, in order:
 *
 *   accept/accept        by the web role: durable when it is acknowledged
 *   (log) signals.accepted, by visitor
 *   judge/handle         repetitions are left out, rules decide; kept as signals, added up as article_counts
 *   (log) signals.valid, by visitor
 *   learn/handle         moves the interests of those who are signed in; kept as interests
 *   trending/desk/start  in one process: what is shared and read most; handed out as editions, kept as trending_state
 *   (log) trending.entered
 *
 * What was done is stored together with its place in the log, so that every signal counts exactly once.
 */
export async function startSignals({
  clock,
  database,
  log,
  telemetry,
  trending: board,
}: SignalsDeps): Promise<SignalsFlow> {
  const rules = await ActiveRules.open({ database, clock, telemetry });
  let judging: Consumer | undefined;
  const held = () => judging?.partitions ?? [];
  judging = await log.consume(
    { group: 'rules', stream: SIGNALS_ACCEPTED, batch: VALIDATION_BATCH },
    createSignalValidator({ database, log, clock, rules, telemetry, held }),
  );
  const learning = await log.consume(
    { group: 'interests', stream: SIGNALS_VALID, batch: INTEREST_BATCH },
    createInterestUpdater(log),
  );
  const trending = await startTrending({ clock, database, log, telemetry, board });
  return {
    drained: async () => {
      await judging?.drained();
      await learning.drained();
      await trending.drained();
    },
    stop: async () => {
      await Promise.all([judging?.stop(), learning.stop(), trending.stop()]);
    },
  };
}

/** Events of the log, each of which holds what one visitor or many have sent together. */
const VALIDATION_BATCH = 200;
const INTEREST_BATCH = 50;

export interface SignalsDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  /** Where the lists of what is trending are put for whoever serves in this process. */
  readonly trending: TrendingBoard;
}

export interface SignalsFlow {
  /** Resolves when everything that was accepted before the call is counted. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
