import type { Figure } from './figures.ts';
import type { Measurement, MeasureOptions, Work } from './measure.ts';
import type { PostgresForBenchmarks } from './postgres.ts';
import type { Series } from './statistics.ts';
import type { Cell, Table } from './table.ts';

/** One benchmark answers one question, over a named corpus, against named peers in the same run. */
export interface Benchmark {
  /** The file's name without `.ts`, or the folder's. */
  readonly name: string;
  readonly question: string;
  readonly corpus: { readonly name: string; readonly size: string };
  /** The npm packages whose versions belong to the result. */
  readonly peers: readonly string[];
  run(ctx: BenchmarkContext): Promise<void>;
}

export function defineBenchmark(benchmark: Benchmark): Benchmark {
  return benchmark;
}

export interface BenchmarkContext {
  /** True when the run should be over in seconds; `measure` shortens itself, loops of your own must look. */
  readonly quick: boolean;
  /** Tells how many measurements will follow, so that progress can say how much time is left. */
  plan(measurements: number): void;
  /**
   * Measures peers against one another in interleaved rounds (A B C A B C): a machine that slows down for a
   * second slows them all. A single piece of work is a comparison with one peer.
   */
  measure<P extends string>(
    label: string,
    works: Readonly<Record<P, Work>>,
    options?: MeasureOptions,
  ): Promise<Readonly<Record<P, Measurement>>>;
  measure(label: string, work: Work, options?: MeasureOptions): Promise<Measurement>;
  /** How many times `of` is `over`, as the median of the rounds that ran side by side. */
  ratio(of: Series, over: Series): number;
  table(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void;
  figure(figure: Figure): void;
  note(text: string): void;
  /** A line of progress, for measurements that a benchmark takes by itself. */
  say(text: string): void;
  /** One PostgreSQL for the whole run, started at the first call and stopped after the benchmark. */
  postgres(): Promise<PostgresForBenchmarks>;
}

/** All that a run has to say; the text, the JSON and the section of RESULTS.md are made from it. */
export interface Report {
  readonly name: string;
  readonly question: string;
  readonly corpus: { readonly name: string; readonly size: string };
  readonly quick: boolean;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
  readonly notes: readonly string[];
  readonly figures: readonly Figure[];
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly loadBefore: number;
  readonly loadAfter: number;
}
