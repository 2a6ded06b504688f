import { availableParallelism } from 'node:os';
import { writeDurations } from './durations.ts';
import { ImportGraph } from './imports.ts';
import type { Limits } from './process/messages.ts';
import { reportUnit } from './report.ts';
import { runUnit, type UnitResult } from './unit-process.ts';
import type { Unit } from './units.ts';

/**
 * Runs all units, a few at a time. A failed file runs again alone, twice: when it passes both times it counts as passed
 * and is listed as flaky. The run has a time limit, and files that it could not run count as failed.
 */
export async function runUnits(units: readonly Unit[], options: RunOptions): Promise<Outcome> {
  const { root, limits = LIMITS, runMs = RUN_MS, write = text => void process.stdout.write(text) } = options;
  const tooLong = new AbortController();
  const limit = setTimeout(
    () => tooLong.abort(new Error(`the run took longer than ${runMs / 1_000} s`)),
    runMs,
  );
  const signal = AbortSignal.any([tooLong.signal, options.signal]);
  const graph = new ImportGraph(root);
  const run = async (files: readonly string[]) => {
    if (signal.aborted) return notRun(files, signal);
    const hasProperties = await graph.loadsPackage(files, 'fast-check');
    const result = await runUnit(files, {
      root,
      limits,
      signal,
      propertySeed: hasProperties ? options.seed : undefined,
    });
    reportUnit(result, write);
    return result;
  };
  try {
    const first = await runAtOnce(units, run);
    await writeDurations(root, durationsOf(first));
    const { results, flaky } = await runFailedAgain(first, run);
    return { results, flaky, ok: !results.some(isFailed) };
  } finally {
    clearTimeout(limit);
  }
}

async function runAtOnce(units: readonly Unit[], run: Run): Promise<UnitResult[]> {
  const results: UnitResult[] = [];
  const waiting = [...units];
  const worker = async () => {
    for (let unit = waiting.shift(); unit; unit = waiting.shift()) results.push(await run(unit.files));
  };
  await Promise.all(Array.from({ length: MAX_PROCESSES }, worker));
  return results;
}

async function runFailedAgain(
  first: readonly UnitResult[],
  run: Run,
): Promise<{ results: UnitResult[]; flaky: string[] }> {
  const results: UnitResult[] = [];
  const flaky: string[] = [];
  for (const result of first) {
    let settled = result;
    for (const files of failedFiles(result)) {
      const again = await runTwice(files, run);
      if (isFailed(again)) continue;
      flaky.push(...files);
      settled = replaceFiles(settled, again);
    }
    results.push(settled);
  }
  return { results, flaky };
}

/** Stops at the first failure. */
async function runTwice(files: readonly string[], run: Run): Promise<UnitResult> {
  const once = await run(files);
  return isFailed(once) ? once : run(files);
}

/** The failed files, each as a separate unit; all files as one unit when the failure belongs to none of them. */
function failedFiles({ files, tests, problem }: UnitResult): (readonly string[])[] {
  const failed = new Set(tests.filter(({ result }) => result === 'failed').map(({ file }) => file));
  if (failed.size === 0 && problem === undefined) return [];
  const isKnown = problem === undefined && [...failed].every(file => files.includes(file));
  return isKnown ? [...failed].map(file => [file]) : [files];
}

/** The result of a process with the results of some of its files taken from a later run. */
function replaceFiles(result: UnitResult, later: UnitResult): UnitResult {
  if (later.files.length === result.files.length) return later;
  const kept = result.tests.filter(({ file }) => !later.files.includes(file));
  return { ...result, tests: [...kept, ...later.tests] };
}

function isFailed({ tests, problem }: UnitResult): boolean {
  return problem !== undefined || tests.some(({ result }) => result === 'failed');
}

function notRun(files: readonly string[], signal: AbortSignal): UnitResult {
  const problem = `did not run: ${signal.reason instanceof Error ? signal.reason.message : signal.reason}`;
  return { files, tests: [], output: '', seconds: 0, problem };
}

function durationsOf(results: readonly UnitResult[]): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const result of results) {
    const [only, ...others] = result.files;
    if (result.problem !== undefined || only === undefined) continue;
    if (others.length === 0) seconds.set(only, result.seconds);
    else
      for (const { file, seconds: took } of result.tests) seconds.set(file, (seconds.get(file) ?? 0) + took);
  }
  return seconds;
}

const LIMITS: Limits = { exitMs: 30_000, cleanupMs: 120_000, unitMs: 600_000 };
/** An idle machine takes minutes; a machine under heavy load takes several times as long. */
const RUN_MS = 45 * 60_000;
/** A file waits for its database, its programs and its timers for most of its time, and needs no core meanwhile. */
const MAX_PROCESSES = availableParallelism() + 1;

type Run = (files: readonly string[]) => Promise<UnitResult>;

export interface RunOptions {
  readonly root: string;
  readonly signal: AbortSignal;
  /** The seed of property tests. */
  readonly seed: number;
  readonly limits?: Limits;
  readonly runMs?: number;
  readonly write?: (text: string) => void;
}

export interface Outcome {
  readonly ok: boolean;
  readonly results: readonly UnitResult[];
  readonly flaky: readonly string[];
}
