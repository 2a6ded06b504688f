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
  /** The npm packages whose versions the report lists. */
  readonly peers: readonly string[];
  run(ctx: BenchmarkContext): Promise<void>;
}

export function defineBenchmark(benchmark: Benchmark): Benchmark {
  return benchmark;
}

export interface BenchmarkContext {
  /** True when the run should take seconds; `measure` shortens itself, other loops must check this. */
  readonly quick: boolean;
  /** Announces the number of measurements, from which progress estimates the time left. */
  plan(measurements: number): void;
  /**
   * Measures peers in interleaved rounds (A B C A B C), so that a second of other load slows all of them. A single
   * function is a comparison with one peer.
   */
  measure<P extends string>(
    label: string,
    works: Readonly<Record<P, Work>>,
    options?: MeasureOptions,
  ): Promise<Readonly<Record<P, Measurement>>>;
  measure(label: string, work: Work, options?: MeasureOptions): Promise<Measurement>;
  /** The ratio of `of` to `over`, as the median of adjacent rounds. */
  ratio(of: Series, over: Series): number;
  table(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void;
  figure(figure: Figure): void;
  note(text: string): void;
  /** A line of progress, for measurements outside `measure` and `compare`. */
  say(text: string): void;
  /** One PostgreSQL for the whole run, started by the first call and stopped after the benchmark. */
  postgres(): Promise<PostgresForBenchmarks>;
}

/** The result of a run, the source of the text, the JSON and the section of RESULTS.md. */
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
