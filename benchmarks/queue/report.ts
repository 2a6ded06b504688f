import type { BenchmarkContext } from '../harness/benchmark.ts';
import type { Series } from '../harness/statistics.ts';
import { type Cell, formatNumber } from '../harness/table.ts';
import type { CaseResult } from './cases.ts';
import { type Contender, OURS, OURS_IN_TRANSACTION, OURS_PREFETCHED } from './contender.ts';

export function reportResults(
  ctx: BenchmarkContext,
  contenders: readonly Contender[],
  results: readonly CaseResult[],
): void {
  const names = contenders.map(({ name }) => name);
  ctx.table(
    'Messages per second (median of the rounds, half of their range)',
    ['work', ...names],
    results.map(({ label, rates }) => [label, ...names.map(name => rateCell(rates.get(name)))]),
  );
  const comparisons = results.flatMap(result => compare(contenders, result));
  ctx.table(
    'Ours as a multiple of others in the same round',
    ['work', 'ours', 'best peer', 'of best peer', 'of bare SQL', 'of COPY'],
    comparisons.map(({ result, ours, bestPeer }) => [
      result.label,
      ours,
      bestPeer ?? '-',
      ratioCell(ctx, result, ours, bestPeer),
      ratioCell(ctx, result, ours, 'bare SQL'),
      ratioCell(ctx, result, ours, 'COPY'),
    ]),
  );
  for (const { name, settings } of contenders) ctx.note(`${name}: ${settings}.`);
  for (const comparison of comparisons) reportFigures(ctx, comparison);
}

/**
 * Compares equivalent methods. Where messages are taken one by one, a peer that prefetches batches is compared with our
 * prefetching consumer, and a peer that queries the database for each message with ours that does the same.
 */
function compare(contenders: readonly Contender[], result: CaseResult): Comparison[] {
  const oneByOne = result.name.startsWith('process.single');
  const peers = contenders.filter(({ kind }) => kind === 'peer');
  const alike = oneByOne ? peers.filter(({ prefetches }) => !prefetches) : peers;
  const ways = [
    { ours: OURS, name: result.name, bestPeer: best(alike, result) },
    { ours: OURS_PREFETCHED, name: `${result.name}.in-lots`, bestPeer: best(peers, result) },
    { ours: OURS_IN_TRANSACTION, name: `${result.name}.in-transaction`, bestPeer: best(alike, result) },
  ];
  return ways.filter(({ ours }) => result.rates.has(ours)).map(way => ({ ...way, result }));
}

/** By the median of its rounds. */
function best(peers: readonly Contender[], { rates }: CaseResult): string | undefined {
  const median = ({ name }: Contender) => rates.get(name)?.median ?? 0;
  return peers.filter(({ name }) => rates.has(name)).toSorted((a, b) => median(b) - median(a))[0]?.name;
}

/** The goals of MQ-8 and further ones. Cases without an entry have no goal. */
const GOALS: Readonly<Record<string, Goals>> = {
  'publish.single': { peer: 2 },
  'publish.batch': { peer: 3, floor: 0.6 },
  'process.single.50': { peer: 2 },
  'process.single.50.in-lots': { peer: 2 },
  'process.batch.10': { peer: 2, floor: 0.6 },
  'process.batch.50': { peer: 2, floor: 0.6 },
};

function reportFigures(ctx: BenchmarkContext, { name, result, ours, bestPeer }: Comparison): void {
  const { peer, floor } = GOALS[name] ?? {};
  const figure = (over: string | undefined, what: string, goal: number | undefined) =>
    ctx.figure({
      metric: `queue.${name}.${what}`,
      value: ratio(ctx, result, ours, over),
      unit: 'x',
      better: 'higher',
      ...(goal === undefined ? {} : { goal }),
    });
  figure(bestPeer, 'of-best-peer', peer);
  figure('bare SQL', 'of-bare-sql', floor);
}

function ratioCell(ctx: BenchmarkContext, result: CaseResult, of: string, over: string | undefined): Cell {
  const value = ratio(ctx, result, of, over);
  return Number.isNaN(value) ? '-' : value;
}

function ratio(ctx: BenchmarkContext, { rates }: CaseResult, of: string, over: string | undefined): number {
  const [above, below] = [rates.get(of), over === undefined ? undefined : rates.get(over)];
  return above && below ? ctx.ratio(above, below) : Number.NaN;
}

function rateCell(rate: Series | undefined): Cell {
  return rate ? `${formatNumber(rate.median)} ±${Math.round(rate.spread * 100)} %` : '-';
}

interface Comparison {
  readonly name: string;
  readonly result: CaseResult;
  readonly ours: string;
  readonly bestPeer: string | undefined;
}

interface Goals {
  readonly peer?: number;
  readonly floor?: number;
}
