import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STREAMS } from '../../src/streams.ts';
import { MIGRATIONS } from '../../test/harness/database.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { CORPUS, PUBLISHING, QUICK_SCHEDULED, QUICK_SOURCES, SCHEDULED, SOURCES } from './corpus.ts';
import { cpuSecondsOf, postgresCpuSeconds, residentMegabytes } from './processes.ts';
import { makeDue, makeUnvisitedDue, seedSources } from './seeding.ts';

/**
 * Server, PostgreSQL and crawler run in separate processes on one machine. A round makes every source due at once. The
 * measurement starts when a tenth of them was fetched and ends when a tenth is left, so that the crawler always has a
 * backlog. First visits, in which all articles are new, do not count. On a shared machine, trust the CPU time per
 * fetch: it does not depend on other load.
 */
export default defineBenchmark({
  name: 'crawl',
  question: 'How many sources can one machine fetch, and what does scheduling cost?',
  corpus: CORPUS,
  peers: ['pg'],
  async run(ctx) {
    await measureLoopback(ctx);
    await measureScheduling(ctx);
  },
});

async function measureLoopback(ctx: BenchmarkContext): Promise<void> {
  await using open = new AsyncDisposableStack();
  const count = ctx.quick ? QUICK_SOURCES : SOURCES;
  const { database, url } = await openDatabase(ctx, open, 'crawl_loopback');
  const load = await startProcess(open, 'load-process.ts', []);
  await seedSources(database, count, Number(load.answer));
  const crawler = await startProcess(open, 'crawler-process.ts', [url, 'loopback']);
  const round = async (label: string, due: number, makeThemDue: () => Promise<void>): Promise<Round> => {
    const served = await requestsOf(load.child);
    await makeThemDue();
    await untilServed(load.child, served + due * 0.1);
    const before = await usage(database, crawler.child, load.child);
    await untilServed(load.child, served + due * 0.9);
    const after = await usage(database, crawler.child, load.child);
    await untilRecorded(database, served + due);
    const rate = (after.fetches - before.fetches) / (after.seconds - before.seconds);
    ctx.say(`${label}: ${Math.round(rate)} fetches a second`);
    return { rate, ...costs(before, after), megabytesBefore: before.megabytes, megabytes: after.megabytes };
  };
  await round('first fetches, all new', count / PUBLISHING, () => makeUnvisitedDue(database));
  const rounds: Round[] = [];
  const start = performance.now();
  do rounds.push(await round(`round ${rounds.length + 1}`, count, () => makeDue(database, 0)));
  while (rounds.length < (ctx.quick ? 2 : 4) && performance.now() - start < LONG_ENOUGH_MS);
  reportLoopback(ctx, rounds);
}

function reportLoopback(ctx: BenchmarkContext, rounds: readonly Round[]): void {
  ctx.table(
    'Fetches from loopback, four in five not modified',
    ['round', 'fetches/s', 'crawler CPU ms', 'PostgreSQL CPU ms', 'server CPU ms', 'crawler MB'],
    rounds.map(({ rate, crawlerMs, postgresMs, loadMs, megabytes }, index) => [
      index + 1,
      Math.round(rate),
      crawlerMs.toFixed(2),
      postgresMs.toFixed(2),
      loadMs.toFixed(2),
      Math.round(megabytes),
    ]),
  );
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (!first || !last) return;
  const all = median(rounds.map(({ crawlerMs, postgresMs, loadMs }) => crawlerMs + postgresMs + loadMs));
  ctx.figure({
    metric: 'fetches a second',
    value: median(rounds.map(({ rate }) => rate)),
    unit: '/s',
    goal: 1_000,
    better: 'higher',
  });
  ctx.figure({
    metric: 'CPU of crawler, PostgreSQL and server for a fetch',
    value: all,
    unit: 'ms',
    goal: 2,
    better: 'lower',
  });
  ctx.figure({
    metric: 'memory of the crawler, end over beginning',
    value: last.megabytes / first.megabytesBefore,
    unit: 'x',
    goal: 1.3,
    better: 'lower',
  });
  ctx.note(
    `Two idle cores have 2 ms of CPU per fetch at 1,000 fetches a second; ${all.toFixed(2)} ms allow ${Math.round(2_000 / all)} a second.`,
  );
}

async function measureScheduling(ctx: BenchmarkContext): Promise<void> {
  await using open = new AsyncDisposableStack();
  const { database, url } = await openDatabase(ctx, open, 'crawl_scheduling');
  const { sources, seconds } = ctx.quick ? QUICK_SCHEDULED : SCHEDULED;
  await seedSources(database, sources, 80);
  await makeDue(database, seconds);
  const crawler = await startProcess(open, 'crawler-process.ts', [url, 'without-http']);
  // Sources that became due while the rows were written are not part of the steady state.
  await systemClock.sleep(3_000);
  const before = await usage(database, crawler.child);
  await systemClock.sleep(ctx.quick ? 6_000 : 20_000);
  const after = await usage(database, crawler.child);
  const { crawlerMs, postgresMs } = costs(before, after);
  const perSecond = (after.fetches - before.fetches) / (after.seconds - before.seconds);
  const cores = ((crawlerMs + postgresMs) * perSecond) / 1_000;
  ctx.table(
    `Scheduling alone, ${sources.toLocaleString('en')} sources every ${seconds / 60} minutes`,
    ['visits/s', 'crawler CPU ms', 'PostgreSQL CPU ms', 'share of a core'],
    [[perSecond.toFixed(1), crawlerMs.toFixed(2), postgresMs.toFixed(2), `${(cores * 100).toFixed(1)} %`]],
  );
  ctx.figure({
    metric: `scheduling ${sources} sources`,
    value: cores * 100,
    unit: '% of a core',
    goal: 5,
    better: 'lower',
  });
  ctx.figure({
    metric: `visits a second of ${sources} sources`,
    value: perSecond,
    unit: '/s',
    goal: 100,
    better: 'higher',
  });
}

async function openDatabase(ctx: BenchmarkContext, open: AsyncDisposableStack, name: string) {
  const url = await (await ctx.postgres()).createDatabase(name);
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const database = createPool({ url, telemetry, maxConnections: 2 });
  open.defer(() => database.close());
  await migrate(database, MIGRATIONS, { now: () => new Date(systemClock.now()) });
  await maintainPartitions(database, new Date(systemClock.now()));
  const log = createLog({ database, telemetry });
  for (const stream of STREAMS) await log.declare(stream);
  await log.close();
  return { database, url };
}

/** Resolves with the first message of the process. */
async function startProcess(open: AsyncDisposableStack, file: string, args: readonly string[]) {
  const child = fork(join(import.meta.dirname, file), args);
  const exited = once(child, 'exit');
  open.defer(async () => {
    if (child.connected) child.disconnect();
    await exited;
  });
  const [answer] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`${file} exited with ${code}`))),
  ]);
  return { child, answer };
}

async function untilServed(load: ChildProcess, requests: number): Promise<void> {
  while ((await requestsOf(load)) < requests) await systemClock.sleep(50);
}

/** The database records exactly the fetches that the server answered. */
async function untilRecorded(database: Database, fetches: number): Promise<void> {
  const recorded = async () =>
    (await database.one(row({ count: int8 }), sql`select count(*) from fetches`)).count;
  while ((await recorded()) < fetches) await systemClock.sleep(300);
  if ((await recorded()) > fetches)
    throw new Error('the database records more fetches than the server answered');
}

/** The server counts fetches where there is one, because counting records would load PostgreSQL. */
async function usage(database: Database, crawler: ChildProcess, load?: ChildProcess): Promise<Usage> {
  const { count } = load
    ? { count: await requestsOf(load) }
    : await database.one(row({ count: int8 }), sql`select count(*) from fetches`);
  return {
    seconds: performance.now() / 1_000,
    fetches: count,
    crawler: await cpuSecondsOf(crawler.pid ?? 0),
    postgres: await postgresCpuSeconds(database),
    load: load ? await cpuSecondsOf(load.pid ?? 0) : 0,
    megabytes: await residentMegabytes(crawler.pid ?? 0),
  };
}

async function requestsOf(load: ChildProcess): Promise<number> {
  const answer = once(load, 'message');
  load.send('how many');
  const [requests] = await answer;
  return Number(requests);
}

function costs(before: Usage, after: Usage) {
  const fetches = after.fetches - before.fetches;
  const each = (seconds: number) => (seconds * 1_000) / fetches;
  return {
    crawlerMs: each(after.crawler - before.crawler),
    postgresMs: each(after.postgres - before.postgres),
    loadMs: each(after.load - before.load),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** No round begins after this time, because a round takes long on a shared machine. */
const LONG_ENOUGH_MS = 40_000;

interface Usage {
  /** Of a monotonic clock. */
  readonly seconds: number;
  readonly fetches: number;
  /** CPU seconds. */
  readonly crawler: number;
  readonly postgres: number;
  readonly load: number;
  readonly megabytes: number;
}

interface Round {
  readonly rate: number;
  /** CPU milliseconds per fetch. */
  readonly crawlerMs: number;
  readonly postgresMs: number;
  readonly loadMs: number;
  readonly megabytesBefore: number;
  readonly megabytes: number;
}
