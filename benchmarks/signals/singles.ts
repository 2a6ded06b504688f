import { join } from 'node:path';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { pinCores } from '../http/cores.ts';
import {
  cpu,
  interleaveRounds,
  type LoadRequest,
  type MeasuredServer,
  profile,
  rates,
  startMeasured,
  stopMeasured,
  warmUp,
} from '../http/measured.ts';
import { reportShares } from '../http/report.ts';
import type { Prepared } from './index.ts';

/** One event per request, against bare Fastify that reads the same body, sends the same response and stores nothing. */
export async function measureSingles(ctx: BenchmarkContext, given: Prepared): Promise<void> {
  const { databaseUrl, data, articles } = given;
  const cores = pinCores();
  const program = join(import.meta.dirname, 'server.ts');
  const servers: MeasuredServer[] = [];
  const start = async (name: string) => {
    const options = { before: cores.ofServer, program, given: [databaseUrl, data], data };
    const server = await startMeasured(name, options);
    servers.push(server);
    return server;
  };
  try {
    const [bare, ours] = [await start('bare'), await start('ours')];
    const sent: LoadRequest = {
      path: '/api/v1/events/share',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (benchmark)' },
      body: JSON.stringify({ article: articles[0], id: 'one-of-many', via: 'link' }),
      connections: CONNECTIONS,
    };
    for (const server of servers) await warmUp(ctx, server, () => sent, 50_000);
    await interleaveRounds(ctx, servers, () => sent);
    ctx.note(cores.description);
    report(ctx, bare, ours);
    if (!ctx.quick) reportShares(ctx, await profile(bare, sent), await profile(ours, sent));
  } finally {
    await stopMeasured(servers);
  }
}

function report(ctx: BenchmarkContext, bare: MeasuredServer, ours: MeasuredServer): void {
  ctx.table(
    `One event in a request, ${CONNECTIONS} connections`,
    ['server', 'requests/s', 'CPU µs of the server for a request'],
    [bare, ours].map(server => [
      server === ours ? 'ours, durable when acknowledged' : 'bare Fastify, which stores nothing',
      Math.round(rates(server).median),
      cpu(server).median.toFixed(1),
    ]),
  );
  ctx.figure({
    metric: 'single events, of the requests of bare Fastify',
    value: ctx.ratio(rates(ours), rates(bare)),
    unit: 'x',
    goal: 0.5,
    better: 'higher',
  });
  ctx.figure({
    metric: 'single events per CPU second of the server, of bare Fastify',
    value: ctx.ratio(cpu(bare), cpu(ours)),
    unit: 'x',
    goal: 0.5,
    better: 'higher',
  });
}

const CONNECTIONS = 200;
