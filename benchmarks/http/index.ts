import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { prepareCaller } from './caller.ts';
import { pinCores } from './cores.ts';
import { requestWith, startServer } from './load.ts';
import { interleaveRounds, type MeasuredServer, profile, stopMeasured, warmUp } from './measured.ts';
import { find, reportRates, reportShares } from './report.ts';
import { PEERS, type ServerName, VARIANTS } from './variants.ts';

export default defineBenchmark({
  name: 'http',
  question: 'What do validation, credentials, limits, logs, metrics and traces cost on top of bare Fastify?',
  corpus: { name: 'one JSON endpoint', size: 'a response of 600 bytes, 50 connections' },
  peers: ['fastify', 'autocannon'],
  run: measureServers,
});

const ALL = [...Object.keys(PEERS), ...Object.keys(VARIANTS)] as ServerName[];

async function measureServers(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-http-'));
  const { databaseUrl, token } = await prepareCaller(ctx, data);
  const cores = pinCores();
  const servers: MeasuredServer<ServerName>[] = [];
  const sent = requestWith(token);
  try {
    // The full run also profiles; a quick run compares only the two servers of the figures.
    for (const name of ctx.quick ? (['bare', 'whole'] as const) : ALL)
      servers.push(await startServer(name, cores.ofServer, databaseUrl, data));
    for (const server of servers) await warmUp(ctx, server, sent);
    await interleaveRounds(ctx, servers, sent);
    ctx.note(cores.description);
    reportRates(ctx, servers);
    if (!ctx.quick) {
      const [bare, whole] = [find(servers, 'bare'), find(servers, 'whole')];
      reportShares(ctx, await profile(bare, sent(bare)), await profile(whole, sent(whole)));
    }
  } finally {
    await stopMeasured(servers);
    await rm(data, { recursive: true, force: true });
  }
}
