import type { BenchmarkContext } from '../harness/benchmark.ts';
import type { Measurement } from '../harness/measure.ts';
import type { Cell } from '../harness/table.ts';
import type { Decoding, Peers, Readers, Result } from './workloads.ts';

export function reportResults(ctx: BenchmarkContext, results: readonly Result[]): void {
  const peers = ['pg', 'pg pipelined', 'postgres'] as const;
  ctx.table(
    'Per second (median of the rounds, half of their range)',
    ['work', ...peers, 'pg / postgres', 'pipelined / pg'],
    results.map(result => [
      result.label,
      ...peers.map(peer => rate(result[peer])),
      ctx.ratio(result.pg.rate, result.postgres.rate),
      gap(result['pg pipelined'], pipelined => ctx.ratio(pipelined.rate, result.pg.rate)),
    ]),
  );
  ctx.table(
    'CPU time of the client, microseconds per statement, transaction or row',
    ['work', ...peers, 'pg / postgres', 'pipelined / pg'],
    results.map(result => [
      result.label,
      ...peers.map(peer => gap(result[peer], measured => measured.cpuMicros.median)),
      ctx.ratio(result.pg.cpuMicros, result.postgres.cpuMicros),
      gap(result['pg pipelined'], pipelined => ctx.ratio(pipelined.cpuMicros, result.pg.cpuMicros)),
    ]),
  );
  ctx.table(
    'Time of one call, ms: p50 and p99',
    ['work', ...peers.flatMap(peer => [`${peer} p50`, `${peer} p99`])],
    results.map(result => [
      result.label,
      ...peers.flatMap(peer => [
        gap(result[peer], measured => measured.p50Ms.median),
        gap(result[peer], measured => measured.p99Ms.median),
      ]),
    ]),
  );
}

export function reportDecoding(ctx: BenchmarkContext, decoding: readonly Decoding[]): void {
  const readers = ['pg', 'pg, own parsing', 'postgres', 'postgres, raw'] as const satisfies (keyof Readers)[];
  ctx.table(
    'Typed rows of 11 columns: rows a second, and CPU time of the client in microseconds per row',
    ['select of', ...readers, ...readers.map(reader => `CPU ${reader}`)],
    decoding.map(result => [
      `${result.size} rows`,
      ...readers.map(reader => rate(result[reader])),
      ...readers.map(reader => result[reader].cpuMicros.median),
    ]),
  );
}

export function reportConnections(ctx: BenchmarkContext, results: readonly Result[]): void {
  ctx.table(
    'select-one, 50 callers, over fewer connections: per second',
    ['connections', 'pg', 'pg pipelined', 'postgres'],
    results.map(result => [
      result.name,
      rate(result.pg),
      rate(result['pg pipelined']),
      rate(result.postgres),
    ]),
  );
}

export function reportQueueing(ctx: BenchmarkContext, slowest: Readonly<Record<keyof Peers, number>>): void {
  ctx.table(
    'Two connections, one statement of 500 ms, 20 quick ones of others: the slowest quick one, ms',
    Object.keys(slowest),
    [Object.values(slowest)],
  );
}

/**
 * The program uses pg: the figures are its ratios to the other driver, and the goals define when to reconsider that
 * choice. Single statements compare the pools, with pipelined pg as an additional row.
 */
export function reportFigures(
  ctx: BenchmarkContext,
  results: readonly Result[],
  decoding: readonly Decoding[],
): void {
  const pages = decoding.map(result => ({ ...result, name: `select-page.${result.size}` }));
  for (const { name, pg, postgres } of [...results, ...pages]) compare(ctx, `driver.${name}`, pg, postgres);
  for (const { name, 'pg pipelined': pipelined, postgres } of results) {
    if (pipelined) compare(ctx, `driver.pipelined.${name}`, pipelined, postgres);
  }
}

function compare(ctx: BenchmarkContext, metric: string, ours: Measurement, other: Measurement): void {
  const rates = ctx.ratio(ours.rate, other.rate);
  const costs = ctx.ratio(ours.cpuMicros, other.cpuMicros);
  ctx.figure({ metric: `${metric}.rate`, value: rates, unit: 'x-postgres', goal: 0.9, better: 'higher' });
  ctx.figure({ metric: `${metric}.cpu`, value: costs, unit: 'x-postgres', goal: 1.1, better: 'lower' });
}

function rate(measured: Measurement | undefined): Cell {
  if (!measured) return '-';
  return `${Math.round(measured.rate.median).toLocaleString('en-US')} ±${Math.round(measured.rate.spread * 100)} %`;
}

function gap(measured: Measurement | undefined, value: (measured: Measurement) => number): Cell {
  return measured ? value(measured) : '-';
}
