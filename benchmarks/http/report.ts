import type { BenchmarkContext } from '../harness/benchmark.ts';
import { series } from '../harness/statistics.ts';
import { cpu, type MeasuredServer, rates } from './measured.ts';
import type { Share } from './profile.ts';
import { PEERS, type ServerName, VARIANTS } from './variants.ts';

export function reportRates(ctx: BenchmarkContext, servers: readonly MeasuredServer<ServerName>[]): void {
  const [bare, whole] = [find(servers, 'bare'), find(servers, 'whole')];
  ctx.table(
    'Requests a second, and CPU time of the server for one request (medians; ratios within a round)',
    ['server', 'requests/s', 'of bare', 'CPU µs', 'per CPU second, of bare', 'p99 ms'],
    servers.map(server => [
      { ...PEERS, ...VARIANTS }[server.name].description,
      Math.round(rates(server).median),
      ctx.ratio(rates(server), rates(bare)).toFixed(2),
      cpu(server).median.toFixed(1),
      ctx.ratio(cpu(bare), cpu(server)).toFixed(2),
      series(server.rounds.map(round => round.p99Ms)).median.toFixed(1),
    ]),
  );
  ctx.figure({
    metric: 'requests a second, of bare Fastify',
    value: ctx.ratio(rates(whole), rates(bare)),
    unit: 'x',
    goal: 0.6,
    better: 'higher',
  });
  ctx.figure({
    metric: 'requests per CPU second of the server, of bare Fastify',
    value: ctx.ratio(cpu(bare), cpu(whole)),
    unit: 'x',
    goal: 0.6,
    better: 'higher',
  });
}

/** Profiles of ours and of bare Fastify; parts that only ours has are its overhead. */
export function reportShares(ctx: BenchmarkContext, bare: readonly Share[], whole: readonly Share[]): void {
  const ofBare = new Map(bare.map(({ part, share }) => [part, share]));
  const percent = (share: number | undefined) =>
    share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;
  ctx.table(
    'CPU time of a server by part (samples of its busy main thread)',
    ['part', 'ours, whole', 'bare Fastify'],
    whole.map(({ part, share }) => [part, percent(share), percent(ofBare.get(part))]),
  );
}

export function find(
  servers: readonly MeasuredServer<ServerName>[],
  name: ServerName,
): MeasuredServer<ServerName> {
  const server = servers.find(candidate => candidate.name === name);
  if (!server) throw new Error(`no server ${name}`);
  return server;
}
