import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openInstallation } from '../../src/context.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { newsOf } from '../../src/signals/trending/edition.ts';
import { counted } from '../../src/signals/trending/weights.ts';
import { testConfig } from '../../test/harness/config.ts';
import { newsroomOf } from '../../test/harness/stories.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { series } from '../harness/statistics.ts';
import { keepApart } from '../http/cores.ts';

/** TREND-6: a list of a hundred, beside bare Fastify that sends the same bytes. */
export async function measureQuery(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-trending-'));
  const cores = keepApart();
  const servers: Server[] = [];
  try {
    const databaseUrl = await prepareLists(ctx, data);
    const ours = await start('ours', cores.ofServer, [databaseUrl, data], data);
    servers.push(ours);
    const bytes = Buffer.from(await (await fetch(`http://127.0.0.1:${ours.port}${PATH}`)).arrayBuffer());
    await writeFile(join(data, 'bytes'), bytes);
    const bare = await start('bare', cores.ofServer, [join(data, 'bytes')], data);
    servers.push(bare);
    for (const server of servers) await load(server, ctx.quick ? 1 : 5);
    for (let round = 0; round < (ctx.quick ? 5 : 15); round++)
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        server.rounds.push(await load(server, 0.7));
    const rate = (server: Server) => series(server.rounds.map(each => each.rate));
    const cpu = (server: Server) => series(server.rounds.map(each => each.cpuMicros));
    const half = await load(ours, ctx.quick ? 2 : 6, rate(ours).median / 2);
    ctx.note(cores.says);
    ctx.table(
      `Lists of a hundred, ${bytes.length} bytes, 50 connections`,
      ['server', 'requests/s', 'CPU µs a request'],
      servers.map(server => [server.name, Math.round(rate(server).median), cpu(server).median.toFixed(1)]),
    );
    ctx.figure({
      metric: 'trending.query-of-bare',
      value: ctx.ratio(rate(ours), rate(bare)),
      unit: 'x',
      goal: 0.8,
      better: 'higher',
    });
    ctx.figure({
      metric: 'trending.query-cpu-of-bare',
      value: ctx.ratio(cpu(bare), cpu(ours)),
      unit: 'x',
      goal: 0.8,
      better: 'higher',
    });
    ctx.figure({
      metric: 'trending.query-p99-at-half-load',
      value: half.p99Ms,
      unit: 'ms',
      goal: 50,
      better: 'lower',
    });
  } finally {
    for (const { process: child } of servers) child.kill();
    await Promise.all(servers.map(({ exited }) => exited));
    await rm(data, { recursive: true, force: true });
  }
}

/** A hundred articles and the edition that ranks them, as whoever counts would leave them. */
async function prepareLists(ctx: BenchmarkContext, data: string): Promise<string> {
  const databaseUrl = await (await ctx.postgres()).createDatabase('trending_query');
  const installation = await openInstallation(
    testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' }),
  );
  try {
    const { database } = installation;
    const now = new Date(installation.clock.now());
    const { source, article } = await newsroomOf(database, now);
    const paper = await source('The Paper');
    const ids: string[] = [];
    for (let n = 0; n < 100; n++)
      ids.push((await article(paper, `Harbour reopens after storm ${n}; ferries run again from noon`)).id);
    const news = newsOf({
      entries: ids.map((id, n) => [id, (5000 - n) * counted(1), (9000 - n) * counted(1)]),
      lists: { 'articles/shares/global': ids.map((_, place) => place) },
    });
    await database.execute(
      sql`insert into trending_lists (span, version, at, news) values ('1h', 1, ${now}, ${news})`,
    );
  } finally {
    await installation.close();
  }
  return databaseUrl;
}

async function start(
  name: string,
  before: readonly string[],
  given: readonly string[],
  data: string,
): Promise<Server> {
  const log = await open(join(data, `${name}.log`), 'w');
  const program = join(import.meta.dirname, 'query-server.ts');
  const [command = '', ...rest] = [...before, process.execPath, program, name, ...given];
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', log.fd, 'ipc'] });
  const exited = once(child, 'exit');
  const gone = exited.then(async () => {
    throw new Error(`the server ${name} ended: ${await readFile(join(data, `${name}.log`), 'utf8')}`);
  });
  // Once it has started, its end is awaited by whoever ends it.
  gone.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), gone]);
  await log.close();
  return { name, process: child, port: message.port, exited, rounds: [] };
}

async function load(server: Server, seconds: number, overallRate?: number): Promise<Round> {
  const before = await cpuOf(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}${PATH}`,
    connections: 50,
    duration: seconds,
    ...(overallRate === undefined ? {} : { overallRate: Math.round(overallRate) }),
  });
  const cpu = (await cpuOf(server)) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  const requests = result.requests.total;
  return { rate: requests / result.duration, cpuMicros: cpu / requests, p99Ms: result.latency.p99 };
}

async function cpuOf({ process: child }: Server): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return cpu.user + cpu.system;
}

const PATH = '/api/v1/trending?window=1h&by=shares&k=100';

interface Round {
  readonly rate: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
}

interface Server {
  readonly name: string;
  readonly process: ChildProcess;
  readonly port: number;
  readonly exited: Promise<unknown>;
  readonly rounds: Round[];
}
