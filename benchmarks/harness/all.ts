import { spawn } from 'node:child_process';
import type { BenchOptions } from './arguments.ts';
import type { Report } from './benchmark.ts';
import { figureLines, isShort } from './figures.ts';
import { Interrupted } from './interruption.ts';
import { SharedPostgres, START_POSTGRES } from './shared-postgres.ts';

/** Runs benchmarks in sequence, each in a separate process, so that none inherits another's heap. */
export async function runAll(
  program: string,
  names: readonly string[],
  options: BenchOptions,
): Promise<number> {
  const outcomes: Outcome[] = [];
  const shared = new SharedPostgres();
  try {
    for (const name of names) outcomes.push(await runChild(program, name, options, shared));
  } finally {
    await shared.stop();
  }
  if (options.json) console.log(JSON.stringify({ benchmarks: outcomes }, null, 2));
  else console.log(`\n${summary(outcomes)}`);

  if (outcomes.some(outcome => outcome.report === null)) return 1;
  return options.strict && shortFigures(outcomes).length > 0 ? 3 : 0;
}

/** A benchmark that sent its report and then exited with an error has crashed too. */
function runChild(
  program: string,
  name: string,
  options: BenchOptions,
  shared: SharedPostgres,
): Promise<Outcome> {
  const flags = [options.quick && '--quick', options.write && '--write'].filter(flag => flag !== false);
  return new Promise((resolve, reject) => {
    let report: Report | null = null;
    const child = spawn(process.execPath, [program, name, ...flags], {
      stdio: ['ignore', options.json ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    // Each child stops the processes it started; this process waits for it.
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.on('message', (message: Report | typeof START_POSTGRES) => {
      if (message === START_POSTGRES) void shared.answer(child);
      else report = message;
    });
    child.once('error', reject);
    child.once('close', status => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (status === Interrupted.status) reject(new Interrupted(`${name} was stopped`));
      else resolve({ name, status, report: status === 0 ? report : null });
    });
  });
}

function summary(outcomes: readonly Outcome[]): string {
  const crashed = outcomes.filter(outcome => outcome.report === null).map(outcome => outcome.name);
  const short = shortFigures(outcomes);
  return [
    `${outcomes.length} benchmarks, ${crashed.length} crashed${crashed.length > 0 ? `: ${crashed.join(', ')}` : ''}; ${short.length} figures short`,
    ...figureLines(short),
  ].join('\n');
}

function shortFigures(outcomes: readonly Outcome[]) {
  return outcomes.flatMap(outcome => outcome.report?.figures.filter(isShort) ?? []);
}

interface Outcome {
  readonly name: string;
  readonly status: number | null;
  /** Null when it crashed. */
  readonly report: Report | null;
}
