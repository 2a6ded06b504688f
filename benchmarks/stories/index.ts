import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { postgresCpuSeconds } from '../crawl/processes.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { CORPUS, type CorpusArticle, readCorpus } from './corpus.ts';
import { openStoriesDatabase } from './stories-database.ts';
import { FullClusterer } from './window.ts';

/**
 * Measures the flow from articles.new to stories.changed with PostgreSQL on the same machine, and the cost of a
 * clusterer with a full window. Articles are stored beforehand; some go through the flow first, because starting
 * threads and compiling take seconds of CPU. The time runs from the append to the log until all articles are
 * clustered. On a shared machine, trust the CPU time per article.
 */
export default defineBenchmark({
  name: 'stories',
  question:
    'How many articles per second go from the log into stories, and does a full window slow that down?',
  corpus: CORPUS,
  peers: ['pg'],
  async run(ctx) {
    const [first, measured] = ctx.quick ? [300, 700] : [4_000, 16_000];
    const corpus = await readCorpus(first + measured, systemClock.now());
    const wholeMs = await measureThroughput(ctx, corpus.slice(0, first), corpus.slice(first));
    measureWindows(ctx, ctx.quick ? [10_000, 40_000] : [100_000, 1_000_000], wholeMs);
  },
});

/** Returns the total CPU milliseconds per article. */
async function measureThroughput(
  ctx: BenchmarkContext,
  first: readonly CorpusArticle[],
  measured: readonly CorpusArticle[],
): Promise<number> {
  await using open = new AsyncDisposableStack();
  const flow = await openStoriesDatabase(ctx, open, 'stories_flow');
  const appendFirst = await flow.store(first);
  const appendMeasured = await flow.store(measured);
  const stories = await flow.start();
  open.defer(() => stories.stop());
  const start = await spent(flow.database, async () => {
    await appendFirst();
    await stories.drained();
  });
  ctx.say(`${start.count} articles first in ${Math.round(start.wallMs)} ms`);
  const { count, wallMs, cpu } = await spent(flow.database, async () => {
    await appendMeasured();
    await stories.drained();
  });
  const total = (cpu.threadsMs + cpu.mainMs + cpu.postgresMs) / count;
  ctx.table(
    `${count} articles, stored before, with two describer threads`,
    ['part', 'CPU ms an article'],
    [
      ['describer threads (and garbage collection)', cpu.threadsMs / count],
      ['main thread: statements, clusterers', cpu.mainMs / count],
      ['PostgreSQL', cpu.postgresMs / count],
      ['all', total],
    ],
  );
  ctx.note(
    `${start.count} articles came first, in ${Math.round(start.wallMs)} msincluding the start of the threads; ` +
      `${await storiesOf(flow.database)} stories; the process took ${residentMiB()} MiB at the end.`,
  );
  ctx.figure({
    metric: 'articles through the flow',
    value: count / (wallMs / 1_000),
    unit: 'a second',
    goal: 500,
    better: 'higher',
  });
  // The capacity of two idle cores.
  ctx.figure({
    metric: 'articles two cores have CPU for',
    value: 2_000 / total,
    unit: 'a second',
    goal: 500,
    better: 'higher',
  });
  return total;
}

function measureWindows(ctx: BenchmarkContext, sizes: readonly number[], wholeMs: number): void {
  const windows = measured(ctx, sizes.map(openWindow));
  ctx.table(
    `Articles placed in full windows, ${PLACED} at a time, interleaved; median of ${ROUNDS}`,
    ['articles in the window', 'CPU ms an article', 'bytes an article, arrays', 'bytes an article, all held'],
    windows.map(({ size, ms, counted, held }) => [size, ms, Math.round(counted), Math.round(held)]),
  );
  for (const { size, ms } of windows)
    ctx.figure({
      metric: `articles placed, window of ${size}`,
      value: 1_000 / ms,
      unit: 'a second',
      goal: 1_000,
      better: 'higher',
    });
  const [small, large] = [windows[0], windows.at(-1)];
  if (small === undefined || large === undefined) return;
  // Only the clusterer depends on the window; the other costs of an article do not.
  ctx.figure({
    metric: `cost an article, all included, window of ${large.size} over ${small.size}`,
    value: (wholeMs + large.ms - small.ms) / wholeMs,
    unit: 'x',
    goal: 1.15,
    better: 'lower',
  });
  ctx.figure({
    metric: `cost an article, placing alone, window of ${large.size} over ${small.size}`,
    value: large.ms / small.ms,
    unit: 'x',
    goal: 1.15,
    better: 'lower',
  });
  ctx.figure({
    metric: 'memory of a million articles in the window',
    value: (large.held * 1_000_000) / 1_048_576,
    unit: 'MiB',
    better: 'lower',
  });
}

/**
 * Each window has a separate clusterer: with more events for the same articles, these would be harder to separate.
 */
function openWindow(size: number): OpenWindow {
  const clusterer = new FullClusterer(size);
  clusterer.fill(size - PLACED);
  return { size, clusterer, ...clusterer.memory() };
}

/**
 * Interleaved, or the first clusterer would also pay for compilation, and other load would affect one more than the
 * others.
 */
function measured(ctx: BenchmarkContext, windows: readonly OpenWindow[]): Window[] {
  for (const { clusterer } of windows) clusterer.place(WARM_UP);
  const rounds = Array.from({ length: ROUNDS }, () =>
    windows.map(({ clusterer }) => clusterer.place(PLACED)),
  );
  return windows.map(({ size, counted, held }, turn) => {
    const costs = rounds.map(round => round[turn] ?? Number.NaN).sort((a, b) => a - b);
    const ms = costs[(ROUNDS - 1) / 2] ?? Number.NaN;
    ctx.say(`window of ${size}: ${ms.toFixed(3)} ms an article`);
    return { size, ms, counted, held };
  });
}

async function spent(database: Database, work: () => Promise<void>): Promise<Spent> {
  const [before, placed, began] = [await cpuNow(database), await placedIn(database), performance.now()];
  await work();
  const wallMs = performance.now() - began;
  const after = await cpuNow(database);
  return {
    count: (await placedIn(database)) - placed,
    wallMs,
    cpu: {
      mainMs: after.mainMs - before.mainMs,
      threadsMs: after.threadsMs - before.threadsMs,
      postgresMs: after.postgresMs - before.postgresMs,
    },
  };
}

async function cpuNow(database: Database): Promise<Cpu> {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  const mainMs = (main.user + main.system) / 1_000;
  return {
    mainMs,
    threadsMs: (all.user + all.system) / 1_000 - mainMs,
    postgresMs: (await postgresCpuSeconds(database)) * 1_000,
  };
}

async function placedIn(database: Database): Promise<number> {
  return (await database.one(row({ count: int8 }), sql`select count(*) from story_articles`)).count;
}

async function storiesOf(database: Database): Promise<number> {
  return (await database.one(row({ count: int8 }), sql`select count(*) from stories`)).count;
}

function residentMiB(): number {
  return Math.round(process.memoryUsage.rss() / 1_048_576);
}

const PLACED = 1_000;
const WARM_UP = 3_000;
const ROUNDS = 9;

interface Held {
  readonly size: number;
  /** Bytes per article. */
  readonly counted: number;
  readonly held: number;
}

interface OpenWindow extends Held {
  readonly clusterer: FullClusterer;
}

interface Window extends Held {
  readonly ms: number;
}

interface Spent {
  readonly count: number;
  readonly wallMs: number;
  readonly cpu: Cpu;
}

interface Cpu {
  readonly mainMs: number;
  readonly threadsMs: number;
  readonly postgresMs: number;
}
