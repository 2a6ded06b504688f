import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInstallation } from '../../src/context.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { contentOf } from '../../src/signals/trending/snapshot.ts';
import { packWeight } from '../../src/signals/trending/weights.ts';
import { testConfig } from '../../test/harness/config.ts';
import { createStoryFixtures } from '../../test/harness/story-fixtures.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { pinCores } from '../http/cores.ts';
import {
  cpu,
  interleaveRounds,
  load,
  type MeasuredServer,
  profile,
  rates,
  startMeasured,
  stopMeasured,
  warmUp,
} from '../http/measured.ts';
import { reportShares } from '../http/report.ts';

/** TREND-6: a list of a hundred, against bare Fastify that sends the same bytes. */
export async function measureQuery(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-trending-'));
  const cores = pinCores();
  const servers: MeasuredServer[] = [];
  const start = async (name: string, ...given: string[]) => {
    const program = join(import.meta.dirname, 'query-server.ts');
    const server = await startMeasured(name, { before: cores.ofServer, program, given, data });
    servers.push(server);
    return server;
  };
  try {
    const databaseUrl = await prepareLists(ctx, data);
    const ours = await start('ours', databaseUrl, data);
    const bytes = Buffer.from(await (await fetch(`http://127.0.0.1:${ours.port}${PATH}`)).arrayBuffer());
    await writeFile(join(data, 'bytes'), bytes);
    const bare = await start('bare', join(data, 'bytes'));
    for (const server of servers) await warmUp(ctx, server, () => ({ path: PATH }));
    await interleaveRounds(ctx, servers, () => ({ path: PATH }));
    const overallRate = Math.round(rates(ours).median / 2);
    const half = await load(ours, { path: PATH, overallRate }, ctx.quick ? 1 : 6);
    ctx.note(cores.description);
    ctx.table(
      `Lists of a hundred, ${bytes.length} bytes, 50 connections`,
      ['server', 'requests/s', 'CPU µs a request'],
      servers.map(server => [server.name, Math.round(rates(server).median), cpu(server).median.toFixed(1)]),
    );
    ctx.figure({
      metric: 'trending.query-of-bare',
      value: ctx.ratio(rates(ours), rates(bare)),
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
    if (!ctx.quick)
      reportShares(ctx, await profile(bare, { path: PATH }), await profile(ours, { path: PATH }));
  } finally {
    await stopMeasured(servers);
    await rm(data, { recursive: true, force: true });
  }
}

/** A hundred articles and the edition that ranks them, as the signal counters would write them. */
async function prepareLists(ctx: BenchmarkContext, data: string): Promise<string> {
  const databaseUrl = await (await ctx.postgres()).createDatabase('trending_query');
  const installation = await openInstallation(
    testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' }),
  );
  try {
    const { database } = installation;
    const now = new Date(installation.clock.now());
    const { source, article } = await createStoryFixtures(database, now);
    const paper = await source('The Paper');
    const ids: string[] = [];
    for (let n = 0; n < 100; n++)
      ids.push((await article(paper, `Harbour reopens after storm ${n}; ferries run again from noon`)).id);
    const news = contentOf({
      entries: ids.map((id, n) => [id, (5000 - n) * packWeight(1), (9000 - n) * packWeight(1)]),
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

const PATH = '/api/v1/trending?window=1h&by=shares&k=100';
