import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { furnish } from '../../regression/lib/signals-installation.ts';
import { openInstallation } from '../../src/context.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { testConfig } from '../../test/harness/config.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { type Series, series } from '../harness/statistics.ts';
import { linesOf, openCopy, type SharedBy } from './copy.ts';

/** EVT-3: how fast events become durable, through HTTP and all that a request has to pass. Nobody judges them meanwhile. */
export default defineBenchmark({
  name: 'signals',
  question: 'How many events are accepted and durable, of what COPY and bare Fastify could do at most?',
  corpus: { name: 'shares', size: `batches of 1,000 by 200 readers of 40 articles, and one at a time` },
  peers: ['fastify', 'autocannon', 'pg', 'pg-copy-streams'],
  run: measureAcceptance,
});

async function measureAcceptance(ctx: BenchmarkContext): Promise<void> {
  await using open = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-signals-'));
  open.defer(() => rm(data, { recursive: true, force: true }));
  const databaseUrl = await (await ctx.postgres()).createDatabase('signals');
  const { articles, token } = await prepare(databaseUrl, data);
  const database = createPool({ url: databaseUrl, telemetry: createMemoryTelemetry({ level: 'error' }) });
  open.defer(() => database.close());
  const copy = await openCopy(database);
  const [bare, ours] = [
    await startServer('bare', databaseUrl, data),
    await startServer('ours', databaseUrl, data),
  ];
  open.defer(async () => {
    for (const { child } of [bare, ours]) child.kill();
    await Promise.all([bare.exited, ours.exited]);
  });
  const shares = sharesOf(articles);
  const lines = linesOf(shares);
  const single = JSON.stringify({ article: articles[0], id: 'one-of-many', via: 'link' });
  const found: Rounds = { batches: [], copied: [], singles: [], bare: [], batchCpu: [], singleCpu: [] };
  const batch = { path: '/api/v1/events', body: JSON.stringify({ events: shares }), token, connections: 6 };
  const one = { path: '/api/v1/events/share', body: single, connections: 200 };
  const seconds = ctx.quick ? 2 : 4;
  for (let round = -1; round < (ctx.quick ? 3 : 7); round++) {
    ctx.say(round < 0 ? 'warming up' : `round ${round + 1}`);
    const batches = await load(ours, batch, seconds);
    const copied = await copyFor(copy, lines, seconds);
    const singles = await load(ours, one, seconds);
    const plain = await load(bare, one, seconds);
    if (round < 0) continue;
    found.batches.push(batches.rate * BATCH);
    found.batchCpu.push(batches.cpuMicros / BATCH);
    found.copied.push(copied);
    found.singles.push(singles.rate);
    found.singleCpu.push(singles.cpuMicros);
    found.bare.push(plain.rate);
  }
  tell(ctx, found);
}

async function prepare(databaseUrl: string, data: string): Promise<{ articles: string[]; token: string }> {
  const config = testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' });
  const installation = await openInstallation(config);
  try {
    const { articles, forwarder } = await furnish(installation, 0);
    return { articles: articles.map(({ id }) => id), token: forwarder.token };
  } finally {
    await installation.close();
  }
}

function sharesOf(articles: readonly string[]): SharedBy[] {
  return Array.from({ length: BATCH }, (_, number) => ({
    kind: 'share',
    id: `share-${number}-0190e1a2`,
    article: articles[number % articles.length] ?? '',
    via: 'link',
    from: {
      address: `10.1.${number % 200}.7`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }));
}

async function startServer(which: 'bare' | 'ours', databaseUrl: string, data: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [which, databaseUrl, data]);
  const exited = once(child, 'exit');
  const [message] = await once(child, 'message');
  return { child, exited, url: message.url };
}

async function load(
  server: Server,
  { path, body, token, connections }: Sent,
  seconds: number,
): Promise<Round> {
  const before = await cpuOf(server);
  const result = await autocannon({
    url: `${server.url}${path}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (benchmark)',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
    connections,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`);
  const cpu = (await cpuOf(server)) - before;
  return { rate: result.requests.total / result.duration, cpuMicros: cpu / result.requests.total };
}

async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu');
  const [message] = await once(child, 'message');
  return message.cpu.user + message.cpu.system;
}

/** Rows a second, by as many callers as acceptance has transactions under way. */
async function copyFor(
  copy: (lines: Buffer) => Promise<void>,
  lines: Buffer,
  seconds: number,
): Promise<number> {
  const start = performance.now();
  let rows = 0;
  const caller = async () => {
    while (performance.now() - start < seconds * 1_000) {
      await copy(lines);
      rows += BATCH;
    }
  };
  await Promise.all([caller(), caller()]);
  return (rows * 1_000) / (performance.now() - start);
}

function tell(ctx: BenchmarkContext, rounds: Rounds): void {
  const [batches, copied] = [series(rounds.batches), series(rounds.copied)];
  const [singles, bare] = [series(rounds.singles), series(rounds.bare)];
  ctx.table(
    'Events a second, durable when they are acknowledged',
    ['how', 'events/s', 'CPU µs an event', 'beside', 'events/s', 'ratio'],
    [
      [
        'batches of 1,000 over HTTP',
        ...row(batches, rounds.batchCpu),
        'COPY into one table',
        Math.round(copied.median),
        ctx.ratio(batches, copied).toFixed(2),
      ],
      [
        'one at a time over HTTP',
        ...row(singles, rounds.singleCpu),
        'bare Fastify, which keeps nothing',
        Math.round(bare.median),
        ctx.ratio(singles, bare).toFixed(2),
      ],
    ],
  );
  ctx.figure({ metric: 'events a second in batches', value: batches.median, unit: '/s', better: 'higher' });
  const ofCopy = ctx.ratio(batches, copied);
  ctx.figure({ metric: 'events in batches, of COPY', value: ofCopy, unit: 'x', better: 'higher' });
  ctx.figure({
    metric: 'events in batches, of 100000 a second or half of COPY',
    value: Math.max(batches.median / 100_000, ofCopy / 0.5),
    unit: 'x',
    goal: 1,
    better: 'higher',
  });
  ctx.figure({
    metric: 'single events, of the requests of bare Fastify',
    value: ctx.ratio(singles, bare),
    unit: 'x',
    goal: 0.5,
    better: 'higher',
  });
}

function row(rates: Series, cpu: readonly number[]): [number, string] {
  return [Math.round(rates.median), series(cpu).median.toFixed(1)];
}

const BATCH = 1_000;

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly token?: string;
  readonly connections: number;
}

interface Round {
  readonly rate: number;
  readonly cpuMicros: number;
}

interface Rounds {
  readonly batches: number[];
  readonly copied: number[];
  readonly singles: number[];
  readonly bare: number[];
  readonly batchCpu: number[];
  readonly singleCpu: number[];
}

interface Server {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly url: string;
}
