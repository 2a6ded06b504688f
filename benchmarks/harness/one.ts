import path from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import type { BenchOptions } from './arguments.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { createContext } from './context.ts';
import { isShort } from './figures.ts';
import { interruption } from './interruption.ts';
import { currentLoad, describeMachine, packageVersions } from './machine.ts';
import type { PostgresForBenchmarks } from './postgres.ts';
import { createProgress } from './progress.ts';
import { renderReport } from './report.ts';
import { writeResults } from './results.ts';
import { requestPostgres } from './shared-postgres.ts';

/** Runs one benchmark, prints its report, saves its section; returns the exit status. */
export async function runOne(benchmark: Benchmark, folder: string, options: BenchOptions): Promise<number> {
  const report = await measureAll(benchmark, folder, options.quick);
  if (options.json) console.log(JSON.stringify(report, null, 2));
  else console.log(renderReport(report));
  if (!options.quick || options.write) await writeResults(path.join(folder, 'RESULTS.md'), report);
  // Sent to the parent under `--all`.
  process.send?.(report);
  return options.strict && report.figures.some(isShort) ? 3 : 0;
}

async function measureAll(benchmark: Benchmark, folder: string, quick: boolean): Promise<Report> {
  const { name, question, corpus, peers } = benchmark;
  const loadBefore = currentLoad();
  const startedAt = new Date(systemClock.now()).toISOString();
  const start = performance.now();
  const versions: Record<string, string> = {
    node: process.versions.node,
    ...(await packageVersions(path.dirname(folder), peers)),
  };

  const progress = createProgress(name, process.stderr);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => progress.close());
  const { ctx, output: said } = createContext(quick, progress, async () => {
    const server = quick && process.send ? await requestPostgres() : await ownPostgres(cleanup);
    Object.assign(versions, { PostgreSQL: server.version });
    return server;
  });
  await Promise.race([benchmark.run(ctx), interruption()]);

  const seconds = (performance.now() - start) / 1_000;
  return {
    name,
    question,
    corpus,
    quick,
    startedAt,
    seconds,
    machine: describeMachine(loadBefore),
    versions,
    ...said,
  };
}

async function ownPostgres(cleanup: AsyncDisposableStack): Promise<PostgresForBenchmarks> {
  // This import is most of the start-up time, and not every benchmark needs it.
  const { startPostgres } = await import('./postgres.ts');
  const server = await startPostgres();
  cleanup.defer(() => server.stop());
  return server;
}
