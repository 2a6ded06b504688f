import type { Result } from './process/messages.ts';
import type { UnitResult } from './unit-process.ts';

/** The output of one process, under the names of its files. */
export function reportUnit({ files, output, problem, seconds }: UnitResult, write: Write): void {
  const name = files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more files`;
  write(`\n# ${name} (${seconds.toFixed(1)} s)\n${output}`);
  if (problem !== undefined) write(`✖ ${name}: ${problem}\n`);
}

/** Files that failed and then passed twice alone: a defect of the test. */
export function reportFlaky(flaky: readonly string[], write: Write = print): void {
  if (flaky.length > 0) write(`\nflaky:\n${flaky.map(file => `  ${file}\n`).join('')}`);
}

export function reportSlowest(results: readonly UnitResult[], write: Write = print): void {
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  write(`\nslowest of ${results.length} processes:\n`);
  for (const { files, seconds } of slowest) write(`${seconds.toFixed(1).padStart(7)} s  ${files[0]}\n`);
}

/** The failed tests, then the totals in the form that the spec reporter of Node prints. */
export function reportTotals(results: readonly UnitResult[], ms: number, write: Write = print): void {
  const failures = results.flatMap(({ files, tests, problem }) => [
    ...tests.filter(({ result }) => result === 'failed').map(({ file, name }) => `${file}: ${name}`),
    ...(problem === undefined ? [] : [`${files.join(', ')}: ${problem}`]),
  ]);
  if (failures.length > 0) write(`\nfailed:\n${failures.map(failure => `✖ ${failure}\n`).join('')}`);
  const count = (wanted: Result) =>
    results.reduce((sum, { tests }) => sum + tests.filter(({ result }) => result === wanted).length, 0);
  const [passed, skipped, todo] = [count('passed'), count('skipped'), count('todo')];
  const totals = {
    tests: passed + failures.length + skipped + todo,
    suites: count('suite'),
    pass: passed,
    fail: failures.length,
    skipped,
    todo,
    duration_ms: Math.round(ms),
  };
  write(
    `\n${Object.entries(totals)
      .map(([name, value]) => `ℹ ${name} ${value}\n`)
      .join('')}`,
  );
}

function print(text: string): void {
  process.stdout.write(text);
}

type Write = (text: string) => void;
