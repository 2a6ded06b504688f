import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../src/platform/database/port.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { cpuSecondsOf, postgresCpuSeconds } from '../crawl/processes.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { CORPUS, FULL, QUICK } from './corpus.ts';
import { addFeeds, connectTo, postponeFetches, statementsSoFar, workOf } from './installation.ts';
import { diskKilobytes, type Memory, memoryOf } from './processes.ts';
import { type MeasuredProgram, startProgram } from './program.ts';
import type { ServedFeed } from './publishers-process.ts';

/**
 * The whole program with its own PostgreSQL, started by its command line with the defaults for this machine: a first
 * fill, rest, idleness and restarts. Memory, statements and disk do not depend on other load of the machine, CPU time
 * hardly, and the time of a restart does: its goal applies to the fastest one of a full run. A quick run fails beyond
 * the limits of `LIMITS`, which have a margin for its smaller corpus, so that what was saved does not come back. Linux
 * only.
 */
export default defineBenchmark({
  name: 'footprint',
  question: 'What does an installation on a laptop cost while it does nothing?',
  corpus: CORPUS,
  peers: ['pg'],
  async run(ctx) {
    await using open = new AsyncDisposableStack();
    const feeds = await servePublishers(open, (ctx.quick ? QUICK : FULL).publishers);
    const data = await mkdtemp(path.join(tmpdir(), 'broadsheet-footprint-'));
    // PostgreSQL runs as another user under root.
    await chmod(data, 0o755);
    open.defer(() => rm(data, { recursive: true, force: true }));
    await measure(ctx, data, feeds, open);
  },
});

async function measure(
  ctx: BenchmarkContext,
  data: string,
  feeds: readonly ServedFeed[],
  open: AsyncDisposableStack,
): Promise<void> {
  const { restSeconds, restarts } = ctx.quick ? QUICK : FULL;
  const port = await freePort();
  const first = open.adopt(await startProgram(data, port), program => program.stop());
  const database = open.adopt(await connectTo(data), pool => pool.close());
  const empty = await diskKilobytes(data);
  const articles = await fill(ctx, database, feeds);
  const filled = await diskKilobytes(data);
  await postponeFetches(database);
  ctx.say(`${articles} articles are stored; resting for ${restSeconds} s`);
  await seconds(restSeconds);
  const rest = await memoryOf(first.pid);
  const idle = await measureIdle(ctx, first, database);
  await database.close();
  await first.stop();

  const starts: Start[] = [];
  for (let round = 0; round < restarts; round++) {
    await using program = await restarted(data, port);
    const cpuSeconds = await cpuSecondsOf(program.pid);
    if (round === restarts - 1) await seconds(restSeconds);
    starts.push({ ms: program.firstPageMs, cpuSeconds, memory: await memoryOf(program.pid) });
    ctx.say(`first page ${Math.round(program.firstPageMs)} ms after the start`);
  }
  const perArticle = (filled.data - empty.data) / articles;
  report(ctx, { articles, rest, idle, starts, perArticle, logMegabytes: filled.log / 1_024 });
}

async function restarted(data: string, port: number): Promise<MeasuredProgram & AsyncDisposable> {
  const program = await startProgram(data, port);
  return { ...program, [Symbol.asyncDispose]: () => program.stop() };
}

/** Returns the number of articles once every flow has handled them. */
async function fill(
  ctx: BenchmarkContext,
  database: Database,
  feeds: readonly ServedFeed[],
): Promise<number> {
  const { articles: wanted } = ctx.quick ? QUICK : FULL;
  await addFeeds(database, feeds);
  const began = performance.now();
  for (let quiet = 0, last = 0; ; ) {
    await seconds(1);
    const { articles, waiting } = await workOf(database);
    quiet = waiting === 0 && articles === last ? quiet + 1 : 0;
    last = articles;
    if (quiet >= QUIET_SECONDS && articles >= wanted) return articles;
    if (performance.now() - began > GIVE_UP_AFTER_MS)
      throw new Error(
        `after ${GIVE_UP_AFTER_MS / 60_000} minutes ${articles} articles and ${waiting} waiting`,
      );
    if (quiet === 0) ctx.say(`${articles} articles, ${waiting} waiting`);
  }
}

const QUIET_SECONDS = 3;
const GIVE_UP_AFTER_MS = 900_000;

async function measureIdle(
  ctx: BenchmarkContext,
  program: MeasuredProgram,
  database: Database,
): Promise<Idle> {
  const { idleSeconds } = ctx.quick ? QUICK : FULL;
  const usage = async () => ({
    at: performance.now() / 1_000,
    statements: await statementsSoFar(database),
    program: await cpuSecondsOf(program.pid),
    postgres: await postgresCpuSeconds(database),
  });
  const before = await usage();
  await seconds(idleSeconds);
  const after = await usage();
  const elapsed = after.at - before.at;
  return {
    // Without the two of the measurement.
    statementsPerMinute: ((after.statements - before.statements - 2) / elapsed) * 60,
    programPercent: ((after.program - before.program) / elapsed) * 100,
    postgresPercent: ((after.postgres - before.postgres) / elapsed) * 100,
  };
}

function report(
  ctx: BenchmarkContext,
  { articles, rest, idle, starts, perArticle, logMegabytes }: Found,
): void {
  const last = starts.at(-1)?.memory;
  ctx.table(
    'Memory in MB',
    ['when', 'program (RSS)', 'its peak', 'PostgreSQL (PSS)', 'PostgreSQL processes'],
    [
      [`at rest after the first fill with ${articles} articles`, ...memoryCells(rest)],
      ...(last ? [['at rest after a restart', ...memoryCells(last)]] : []),
    ],
  );
  ctx.table(
    'Restarts',
    ['round', 'first page after ms', 'CPU seconds of the program until then'],
    starts.map(({ ms, cpuSeconds }, index) => [index + 1, Math.round(ms), cpuSeconds.toFixed(2)]),
  );
  ctx.note(`${logMegabytes.toFixed(0)} MB of write-ahead log are not counted as disk of articles.`);
  ctx.note('At rest: no reader arrives, no source is due.');
  const lower = (metric: string, value: number, unit: string, goal?: number) =>
    ctx.figure({ metric, value, unit, better: 'lower', ...(goal !== undefined && { goal }) });
  lower('footprint.program', rest.program, 'MB', 300);
  lower('footprint.postgres', rest.postgres, 'MB', 130);
  lower('footprint.first-fill-peak', rest.peak, 'MB', 700);
  lower('footprint.idle-statements', idle.statementsPerMinute, 'per-minute', 100);
  lower('footprint.idle-program', idle.programPercent, '%-of-a-core', 0.5);
  lower('footprint.idle-postgres', idle.postgresPercent, '%-of-a-core');
  lower('footprint.disk-per-article', perArticle, 'KB', 4);
  if (ctx.quick) requireLimits({ rest, idle, afterRestart: last });
  const fastest = Math.min(...starts.map(({ ms }) => ms)) / 1_000;
  lower('footprint.restart', fastest, 's', ctx.quick ? undefined : 1.5);
  lower('footprint.restart-cpu', Math.min(...starts.map(({ cpuSeconds }) => cpuSeconds)), 's');
}

function requireLimits({ rest, idle, afterRestart }: LimitedFigures): void {
  const found = {
    program: rest.program,
    afterRestart: afterRestart?.program ?? 0,
    postgres: rest.postgres,
    peak: rest.peak,
    statementsPerMinute: idle.statementsPerMinute,
  };
  const faults = LIMITED.filter(name => !(found[name] <= LIMITS[name])).map(
    name => `${name} is ${Math.round(found[name])}, and may be ${LIMITS[name]}`,
  );
  if (faults.length > 0) throw new Error(faults.join('; '));
}

/** Megabytes, and statements a minute: the tasks of a whole minute may be in the twenty seconds of a quick run. */
const LIMITS = { program: 550, afterRestart: 350, postgres: 220, peak: 1_000, statementsPerMinute: 600 };
const LIMITED = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

function memoryCells({ program, peak, postgres, connections }: Memory): (string | number)[] {
  return [Math.round(program), Math.round(peak), Math.round(postgres), connections];
}

async function servePublishers(
  open: AsyncDisposableStack,
  publishers: number,
): Promise<readonly ServedFeed[]> {
  const child = fork(path.join(import.meta.dirname, 'publishers-process.ts'), [String(publishers)]);
  open.defer(async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
  const [feeds] = await once(child, 'message');
  return feeds as readonly ServedFeed[];
}

function seconds(count: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, count * 1_000));
}

interface Idle {
  readonly statementsPerMinute: number;
  readonly programPercent: number;
  readonly postgresPercent: number;
}

interface Start {
  readonly ms: number;
  readonly cpuSeconds: number;
  readonly memory: Memory;
}

interface LimitedFigures {
  readonly rest: Memory;
  readonly idle: Idle;
  readonly afterRestart: Memory | undefined;
}

interface Found {
  readonly articles: number;
  readonly rest: Memory;
  readonly idle: Idle;
  readonly starts: readonly Start[];
  readonly perArticle: number;
  readonly logMegabytes: number;
}
