import type { BenchmarkContext, Report } from './benchmark.ts';
import type { Figure } from './figures.ts';
import { type Measurement, type MeasureOptions, measurePeers, plannedRounds, type Work } from './measure.ts';
import type { PostgresForBenchmarks } from './postgres.ts';
import type { Progress } from './progress.ts';
import { pairedRatio } from './statistics.ts';
import { formatNumber, type Table } from './table.ts';

/** The context of a benchmark, and the tables, notes and figures that it reported. */
export function createContext(
  quick: boolean,
  progress: Progress,
  startPostgres: () => Promise<PostgresForBenchmarks>,
): { ctx: BenchmarkContext; output: Pick<Report, 'tables' | 'notes' | 'figures'> } {
  const tables: Table[] = [];
  const notes: string[] = [];
  const figures: Figure[] = [];
  let postgres: Promise<PostgresForBenchmarks> | undefined;

  async function compare<P extends string>(
    label: string,
    works: Readonly<Record<P, Work>>,
    options: MeasureOptions,
  ): Promise<Record<P, Measurement>> {
    progress.begin(label, Object.keys(works).length, plannedRounds(options, quick));
    const measured = await measurePeers(works, options, quick, done => progress.round(done));
    progress.end(`${label}: ${rates(Object.values(measured))}`);
    return measured;
  }

  function measure<P extends string>(
    label: string,
    works: Readonly<Record<P, Work>>,
    options?: MeasureOptions,
  ): Promise<Readonly<Record<P, Measurement>>>;
  function measure(label: string, work: Work, options?: MeasureOptions): Promise<Measurement>;
  async function measure(
    label: string,
    works: Work | Readonly<Record<string, Work>>,
    options: MeasureOptions = {},
  ): Promise<unknown> {
    if (typeof works !== 'function') return compare(label, works, options);
    return (await compare(label, { [label]: works }, options))[label];
  }

  const ctx: BenchmarkContext = {
    quick,
    measure,
    plan: measurements => progress.plan(measurements),
    ratio: pairedRatio,
    table: (title, columns, rows) => tables.push({ title, columns, rows }),
    figure: figure => figures.push(figure),
    note: text => notes.push(text),
    say: text => progress.say(text),
    postgres: () => {
      if (!postgres) {
        progress.say('starting PostgreSQL');
        postgres = startPostgres();
      }
      return postgres;
    },
  };
  return { ctx, output: { tables, notes, figures } };
}

function rates(measured: readonly Measurement[]): string {
  return measured
    .map(({ peer, rate }) => `${peer} ${formatNumber(rate.median)}/s ±${Math.round(rate.spread * 100)} %`)
    .join(', ');
}
