import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { prepareCaller } from './caller.ts';
import { keepApart } from './cores.ts';
import { load, type MeasuredServer, profile, startServer, warmUp } from './load.ts';
import { find, tell, tellShares } from './tell.ts';
import { PEERS, type ServerName, VARIANTS } from './variants.ts';

export default defineBenchmark({
  name: 'http',
  question: 'What do validation, credentials, limits, logs, metrics and traces cost on top of bare Fastify?',
  corpus: { name: 'one JSON endpoint', size: 'an answer of 600 bytes, 50 connections' },
  peers: ['fastify', 'autocannon'],
  run: measureServers,
});

const ALL = [...Object.keys(PEERS), ...Object.keys(VARIANTS)] as ServerName[];

/**
 * Many short rounds rather than a few long ones, each second one in the opposite order: what else the machine does
 * in a second falls on neighbours alike, and the ratios are those of neighbours.
 */
async function measureServers(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-http-'));
  const { databaseUrl, token } = await prepareCaller(ctx, data);
  const cores = keepApart();
  const servers: MeasuredServer[] = [];
  try {
    // Where the time goes is for the long run; the short one compares the two that the figures are made of.
    for (const name of ctx.quick ? (['bare', 'whole'] as const) : ALL)
      servers.push(await startServer(name, cores.ofServer, databaseUrl, data));
    for (const server of servers) await warmUp(server, token);
    const rounds = ctx.quick ? 21 : 31;
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        server.rounds.push(await load(server, token, ROUND_SECONDS));
    }
    ctx.note(cores.says);
    tell(ctx, servers);
    if (!ctx.quick)
      tellShares(
        ctx,
        await profile(find(servers, 'bare'), token),
        await profile(find(servers, 'whole'), token),
      );
  } finally {
    for (const { process: child } of servers) child.kill();
    await Promise.all(servers.map(({ exited }) => exited));
    await rm(data, { recursive: true, force: true });
  }
}

const ROUND_SECONDS = 0.5;
