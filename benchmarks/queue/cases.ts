import type { BenchmarkContext } from '../harness/benchmark.ts';
import { type Series, series } from '../harness/statistics.ts';
import { formatNumber } from '../harness/table.ts';
import type { Consumption, Contender } from './contender.ts';
import { type Body, bodies, body } from './corpus.ts';

const PUBLISHED_AT_ONCE = 1_000;
export const CALLERS = 50;
export const CONSUMPTIONS: readonly Consumption[] = [
  { consumers: 1, batch: 1 },
  { consumers: 10, batch: 1 },
  { consumers: 50, batch: 1 },
  { consumers: 1, batch: 100 },
  { consumers: 10, batch: 100 },
  { consumers: 50, batch: 100 },
];
/** Many short rounds: on a shared machine, ratios of adjacent rounds are more reliable than long rounds. */
const ROUNDS = { durationMs: 600, warmupMs: 300, rounds: 7 };
/** A worker needs time to reach full concurrency, so these rounds are longer. */
const DRAINS = { full: { durationMs: 1_200, rounds: 5 }, quick: { durationMs: 150, rounds: 1 } };

export async function measurePublishing(
  ctx: BenchmarkContext,
  contenders: readonly Contender[],
): Promise<CaseResult[]> {
  const messages = bodies(PUBLISHED_AT_ONCE);
  // Empties only queues that were used since: emptying all before each round took longer than publishing.
  const filled = new Set(contenders);
  const beforeRound = async () => {
    for (const contender of filled) await contender.empty();
    filled.clear();
  };
  const single = await ctx.measure('publish, 50 callers', singlePublishers(contenders, filled), {
    ...ROUNDS,
    callers: CALLERS,
    beforeRound,
  });
  const batch = await ctx.measure('publish, 1,000 at a time', batchPublishers(contenders, filled, messages), {
    ...ROUNDS,
    unitsPerCall: PUBLISHED_AT_ONCE,
    beforeRound,
  });
  return [
    { name: 'publish.single', label: `publish one, ${CALLERS} callers`, rates: ratesOf(single) },
    { name: 'publish.batch', label: 'publish 1,000 in a call', rates: ratesOf(batch) },
  ];
}

function singlePublishers(contenders: readonly Contender[], filled: Set<Contender>) {
  let number = 0;
  return publishers(contenders, filled, ({ publishOne }) => publishOne && (() => publishOne(body(number++))));
}

function batchPublishers(contenders: readonly Contender[], filled: Set<Contender>, batch: readonly Body[]) {
  return publishers(contenders, filled, ({ publishBatch }) => publishBatch && (() => publishBatch(batch)));
}

function publishers(
  contenders: readonly Contender[],
  filled: Set<Contender>,
  wayOf: (contender: Contender) => (() => Promise<unknown>) | null,
) {
  return Object.fromEntries(
    contenders.flatMap(contender => {
      const publish = wayOf(contender);
      if (!publish) return [];
      const noted = () => {
        filled.add(contender);
        return publish();
      };
      return [[contender.name, noted] as const];
    }),
  );
}

function ratesOf(measured: Readonly<Record<string, { readonly rate: Series }>>): Rates {
  return new Map(Object.entries(measured).map(([name, { rate }]) => [name, rate]));
}

/**
 * A round fills the queue, outside of the measured time, and measures the time until it is empty. The previous round
 * of a contender determines its number of messages, so that slow contenders do not take minutes and fast ones have
 * enough to measure; the first round only calibrates this.
 */
export async function measureProcessing(
  ctx: BenchmarkContext,
  contenders: readonly Contender[],
  how: Consumption,
): Promise<CaseResult> {
  const { rounds, durationMs } = ctx.quick ? DRAINS.quick : DRAINS.full;
  const taking = contenders.filter(({ joinsBatches }) => joinsBatches || how.batch === 1);
  const counts = new Map<string, number>();
  const values = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const contender of taking) {
      if (!contender.drain) continue;
      const count = counts.get(contender.name) ?? minMessagesFor(how);
      const rate = await drainOnce(contender, contender.drain, count, how);
      counts.set(contender.name, countFor(rate, how, durationMs));
      if (round > 0) values.set(contender.name, [...(values.get(contender.name) ?? []), rate]);
    }
  }
  const rates = new Map([...values].map(([name, of]) => [name, series(of)]));
  const { label } = nameOf(how);
  ctx.say(
    `${label}: ${[...rates].map(([name, { median }]) => `${name} ${formatNumber(median)}/s`).join(', ')}`,
  );
  return { ...nameOf(how), rates };
}

async function drainOnce(
  contender: Contender,
  drain: NonNullable<Contender['drain']>,
  count: number,
  how: Consumption,
): Promise<number> {
  await contender.empty();
  for (let left = count; left > 0; left -= PUBLISHED_AT_ONCE) {
    await contender.fill(bodies(Math.min(left, PUBLISHED_AT_ONCE)));
  }
  return (count / (await drain(count, how))) * 1_000;
}

function countFor(rate: number, how: Consumption, durationMs: number): number {
  const max = 60_000;
  return Math.round(Math.min(Math.max((rate * durationMs) / 1_000, minMessagesFor(how)), max));
}

/** Every consumer gets at least one batch. */
function minMessagesFor({ consumers, batch }: Consumption): number {
  return Math.max(100, consumers * batch);
}

function nameOf({ consumers, batch }: Consumption): { name: string; label: string } {
  const who = `${consumers} ${consumers === 1 ? 'consumer' : 'consumers'}`;
  return batch === 1
    ? { name: `process.single.${consumers}`, label: `process one by one, ${who}` }
    : { name: `process.batch.${consumers}`, label: `process ${batch} at a time, ${who}` };
}

export type Rates = ReadonlyMap<string, Series>;

export interface CaseResult {
  readonly name: string;
  readonly label: string;
  /** Messages per second by contender; contenders without such an operation are absent. */
  readonly rates: Rates;
}
