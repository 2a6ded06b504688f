import { type Clock, systemClock } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import type { Consumer, EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { SIGNALS_ACCEPTED, SIGNALS_VALID } from '../streams.ts';
import { exposeInterestLag } from './interests/interest-lag.ts';
import { createInterestUpdater } from './interests/update-interests.ts';
import type { TrendingBoard } from './trending/board.ts';
import { startTrending } from './trending/leader/start-trending.ts';
import { ActiveRules } from './validation/active-rules.ts';
import { createSignalValidator } from './validation/validate-signals.ts';

/*
 * From what readers do to counts, interests and trending lists:
 *
 *     accept/accept-signals.ts       in the web role; acknowledged signals are durable
 *   signals.accepted  AcceptedSignals, by visitor
 *     validation/validate-signals.ts deduplication -> rules -> signals and article_counts
 *   signals.valid     ValidEvent, by visitor
 *     interests/update-interests.ts  interests                              -> interests.changed
 *     trending/leader/               counts, snapshots, checkpoints         -> trending.entered
 *
 * Each step stores its results together with its position in the log, so every signal counts exactly once.
 */
export async function startSignals(deps: SignalsDeps): Promise<SignalsFlow> {
  const validation = await startValidation(deps);
  const interests = await startInterests(deps);
  exposeInterestLag({ ...deps, clock: systemClock });
  const trending = await startTrending({ ...deps, board: deps.trending });
  const steps = [validation, interests, trending];
  return {
    drained: async () => {
      for (const step of steps) await step.drained();
    },
    stop: async () => {
      await Promise.all(steps.map(step => step.stop()));
    },
  };
}

/** signals.accepted -> signals.valid */
async function startValidation(deps: SignalsDeps): Promise<Consumer> {
  let consumer: Consumer | undefined;
  const validator = createSignalValidator({
    ...deps,
    rules: await ActiveRules.open(deps),
    held: () => consumer?.partitions ?? [],
  });
  consumer = await deps.log.consume(
    { group: 'rules', stream: SIGNALS_ACCEPTED, batch: VALIDATION_BATCH },
    validator,
  );
  return consumer;
}

/** signals.valid -> interests.changed */
function startInterests(deps: SignalsDeps): Promise<Consumer> {
  return deps.log.consume(
    { group: 'interests', stream: SIGNALS_VALID, batch: INTEREST_BATCH },
    createInterestUpdater(deps),
  );
}

/** Events of the log; one holds the signals of many visitors. */
const VALIDATION_BATCH = 200;
const INTEREST_BATCH = 50;

export interface SignalsDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  /** Serves the trending lists in this process. */
  readonly trending: TrendingBoard;
}

export interface SignalsFlow {
  /** Resolves when everything accepted before the call is counted. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
