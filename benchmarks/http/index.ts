import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createSession, createToken, createUser } from '../../src/accounts/index.ts';
import { accountsOf, openInstallation } from '../../src/context.ts';
import { testConfig } from '../../test/harness/config.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { series } from '../harness/statistics.ts';
import { VARIANTS, type VariantName } from './variants.ts';

export default defineBenchmark({
  name: 'http',
  question: 'What do validation, credentials, limits, logs, metrics and traces cost on top of bare Fastify?',
  corpus: { name: 'one JSON endpoint', size: 'an answer of 600 bytes, 50 connections' },
  peers: ['fastify', 'autocannon'],
  run: measureServers,
});

/** What needs no credential is not sent one: a credential that is shown is always looked at. */
const OPEN: readonly VariantName[] = ['bare', 'no credential', 'none of them'];
/** Until V8 has compiled the whole way of a request for good; a second was not enough, and more code takes longer. */
const WARM_UP_SECONDS = 5;
const NAMES: readonly VariantName[] = ['bare', ...(Object.keys(VARIANTS) as (keyof typeof VARIANTS)[])];

async function measureServers(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-http-'));
  const { databaseUrl, token } = await prepare(ctx, data);
  const servers: Server[] = [];
  try {
    // What each part costs is for the long run; the short one compares the two that the figures are made of.
    for (const name of ctx.quick ? (['bare', 'whole'] as const) : NAMES)
      servers.push(await startServer(name, databaseUrl, data));
    const rounds = ctx.quick ? 9 : 7;
    const seconds = ctx.quick ? 1 : 3;
    for (const server of servers) await load(server, token, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) server.rounds.push(await load(server, token, seconds));
    }
    tell(ctx, servers);
  } finally {
    for (const { process: child } of servers) child.kill();
    await Promise.all(servers.map(({ exited }) => exited));
    await rm(data, { recursive: true, force: true });
  }
}

/** A database with one user and one token, made by the program's own functions. */
async function prepare(ctx: BenchmarkContext, data: string): Promise<{ databaseUrl: string; token: string }> {
  const databaseUrl = await (await ctx.postgres()).createDatabase('http');
  const installation = await openInstallation(
    testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' }),
  );
  try {
    const accounts = accountsOf(installation);
    const person = {
      email: 'bench@example.org',
      displayName: 'Bench',
      passwordHash: null,
      actor: { kind: 'system' },
    } as const;
    const user = await createUser(installation.database, accounts, person);
    if (!user) throw new Error('the user of the benchmark exists already');
    const client = { address: '127.0.0.1', userAgent: 'benchmark' };
    const session = await createSession(installation.database, accounts, {
      userId: user.id,
      method: 'link',
      client,
    });
    const credential = { kind: 'session', id: session.id, provenAt: installation.clock.now() } as const;
    const { secret } = await createToken(
      accounts,
      { userId: user.id, roles: user.roles, credential },
      {
        name: 'bench',
        scopes: ['account:read'],
        expiresAt: null,
        client,
      },
    );
    return { databaseUrl, token: secret };
  } finally {
    await installation.close();
  }
}

async function startServer(name: VariantName, databaseUrl: string, data: string): Promise<Server> {
  // Log lines go to a real file: writing them is part of what logging costs.
  const log = await open(join(data, `${name}.log`), 'w');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), name, databaseUrl, data], {
    stdio: ['ignore', 'ignore', log.fd, 'ipc'],
  });
  const exited = once(child, 'exit');
  const [message] = await once(child, 'message');
  await log.close();
  return { name, process: child, port: message.port, exited, rounds: [] };
}

async function load(server: Server, token: string, seconds: number): Promise<Round> {
  const before = await cpuOf(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}/api/v1/bench/0190e1a2-0000-7000-8000-000000000001?limit=10`,
    headers: OPEN.includes(server.name) ? {} : { authorization: `Bearer ${token}` },
    connections: 50,
    duration: seconds,
  });
  const cpu = (await cpuOf(server)) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return {
    rate: result.requests.total / result.duration,
    cpuMicros: cpu / result.requests.total,
    p99Ms: result.latency.p99,
  };
}

async function cpuOf({ process: child }: Server): Promise<number> {
  child.send('cpu');
  const [message] = await once(child, 'message');
  return message.cpu.user + message.cpu.system;
}

function tell(ctx: BenchmarkContext, servers: readonly Server[]): void {
  const [bare, whole] = [find(servers, 'bare'), find(servers, 'whole')];
  const rateOf = (server: Server) => series(server.rounds.map(round => round.rate));
  const cpuSeries = (server: Server) => series(server.rounds.map(round => round.cpuMicros));
  const saved = (server: Server) => cpuSeries(whole).median - cpuSeries(server).median;
  ctx.table(
    'Requests a second, and CPU time of the server for one request',
    ['server', 'requests/s', 'of bare', 'CPU µs', 'less than whole, µs', 'p99 ms'],
    servers.map(server => [
      server.name === 'bare' ? 'bare Fastify' : VARIANTS[server.name].says,
      Math.round(rateOf(server).median),
      ctx.ratio(rateOf(server), rateOf(bare)).toFixed(2),
      cpuSeries(server).median.toFixed(1),
      server.name === 'whole' || server.name === 'bare' ? '-' : saved(server).toFixed(1),
      series(server.rounds.map(round => round.p99Ms)).median.toFixed(1),
    ]),
  );
  if (!ctx.quick) {
    const rest = cpuSeries(find(servers, 'none of them')).median - cpuSeries(bare).median;
    ctx.note(
      `Where the rest goes: of ${(cpuSeries(whole).median - cpuSeries(bare).median).toFixed(1)} µs on top of bare Fastify, ${rest.toFixed(1)} µs remain when every part is left out (security headers, hooks, the frame around handlers).`,
    );
  }
  ctx.figure({
    metric: 'requests a second, of bare Fastify',
    value: ctx.ratio(rateOf(whole), rateOf(bare)),
    unit: 'x',
    goal: 0.6,
    better: 'higher',
  });
  ctx.figure({
    metric: 'requests per CPU second of the server, of bare Fastify',
    value: ctx.ratio(cpuSeries(bare), cpuSeries(whole)),
    unit: 'x',
    better: 'higher',
  });
}

function find(servers: readonly Server[], name: VariantName): Server {
  const server = servers.find(candidate => candidate.name === name);
  if (!server) throw new Error(`no server ${name}`);
  return server;
}

interface Round {
  rate: number;
  cpuMicros: number;
  p99Ms: number;
}

interface Server {
  name: VariantName;
  process: ChildProcess;
  port: number;
  exited: Promise<unknown>;
  rounds: Round[];
}
