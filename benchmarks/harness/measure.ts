import { createSample, quantile, type Series, series } from './statistics.ts';

/** One call of the measured function; a promise is awaited. `caller` is the number of the concurrent caller. */
export type Work = (caller: number) => unknown;

export interface MeasureOptions {
  /** Length of one round of one peer. */
  durationMs?: number;
  warmupMs?: number;
  rounds?: number;
  /** Concurrent callers. */
  callers?: number;
  /** Units per call: 1,000 for a batch of 1,000 rows. Rates and costs are per unit. */
  unitsPerCall?: number;
  /** Runs before each round of each peer, outside the measured time. */
  beforeRound?: () => Promise<void>;
}

export interface Measurement {
  readonly peer: string;
  /** Units per second. */
  readonly rate: Series;
  /** Time of one call. */
  readonly p50Ms: Series;
  readonly p99Ms: Series;
  /** CPU time of this process in microseconds per unit, without the database. */
  readonly cpuMicros: Series;
  readonly calls: number;
}

export interface RoundDone {
  readonly peer: string;
  readonly round: number;
  readonly rounds: number;
  readonly rate: number;
}

const FULL = { durationMs: 700, warmupMs: 300, rounds: 5 };
/** A quick run shows that a benchmark works; its figures are not for comparing. */
const QUICK_SHARE = 0.1;
/** In shorter rounds, other load on the machine decides which peer is faster. */
const QUICK_MIN_MS = 50;
const QUICK_ROUNDS = 3;

export async function measurePeers<P extends string>(
  works: Readonly<Record<P, Work>>,
  options: MeasureOptions,
  quick: boolean,
  onRound: (done: RoundDone) => void,
): Promise<Record<P, Measurement>> {
  const plan = settle(options, quick);
  const rounds = new Map<string, Round[]>();
  const peers: [string, Work][] = Object.entries(works);
  for (const [, work] of peers) await runRound(work, { ...plan, durationMs: plan.warmupMs });
  for (let round = 1; round <= plan.rounds; round++) {
    for (const [peer, work] of peers) {
      const result = await runRound(work, plan);
      rounds.set(peer, [...(rounds.get(peer) ?? []), result]);
      onRound({ peer, round, rounds: plan.rounds, rate: result.rate });
    }
  }
  return mapValues(works, peer => summary(peer, rounds.get(peer) ?? []));
}

/** The rounds that `measurePeers` will run with these options. */
export function plannedRounds(options: MeasureOptions, quick: boolean): number {
  return settle(options, quick).rounds;
}

function settle(options: MeasureOptions, quick: boolean): Plan {
  const plan = { callers: 1, unitsPerCall: 1, ...FULL, ...options };
  if (!quick) return plan;
  return {
    ...plan,
    durationMs: shortened(plan.durationMs),
    warmupMs: shortened(plan.warmupMs),
    rounds: Math.min(plan.rounds, QUICK_ROUNDS),
  };
}

function shortened(ms: number): number {
  return Math.min(ms, Math.max(ms * QUICK_SHARE, QUICK_MIN_MS));
}

async function runRound(work: Work, plan: Plan): Promise<Round> {
  await plan.beforeRound?.();
  const sample = createSample();
  const cpu = process.cpuUsage();
  const start = performance.now();
  let deadline = start + plan.durationMs;

  const call = async (caller: number): Promise<number> => {
    let calls = 0;
    let before = performance.now();
    // Each caller calls at least once, so that a call longer than a round still has a result.
    do {
      const result = work(caller);
      if (result instanceof Promise) await result;
      const after = performance.now();
      sample.add(after - before);
      before = after;
      calls++;
    } while (before < deadline);
    return calls;
  };
  const callers = Array.from({ length: plan.callers }, async (_, caller) => {
    try {
      return await call(caller);
    } catch (error) {
      // The other callers must stop before the error reaches its handler.
      deadline = 0;
      throw error;
    }
  });
  const settled = await Promise.allSettled(callers);
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);

  const calls = settled.reduce((sum, outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return sum + outcome.value;
  }, 0);
  const units = calls * plan.unitsPerCall;
  const sorted = sample.sorted();
  return {
    calls,
    rate: units / seconds,
    cpuMicros: (user + system) / units,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  };
}

function summary(peer: string, rounds: readonly Round[]): Measurement {
  return {
    peer,
    rate: series(rounds.map(round => round.rate)),
    p50Ms: series(rounds.map(round => round.p50Ms)),
    p99Ms: series(rounds.map(round => round.p99Ms)),
    cpuMicros: series(rounds.map(round => round.cpuMicros)),
    calls: rounds.reduce((sum, round) => sum + round.calls, 0),
  };
}

/** Object.entries loses the key type in TypeScript; the keys stay the same. */
function mapValues<P extends string, T>(
  of: Readonly<Record<P, unknown>>,
  make: (name: string) => T,
): Record<P, T> {
  return Object.fromEntries(Object.keys(of).map(name => [name, make(name)])) as Record<P, T>;
}

interface Plan {
  durationMs: number;
  warmupMs: number;
  rounds: number;
  callers: number;
  unitsPerCall: number;
  beforeRound?: () => Promise<void>;
}

interface Round {
  calls: number;
  rate: number;
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}
