import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import type { Measurement, Work } from '../harness/measure.ts';
import { type ClientName, type Clients, createClients } from './clients.ts';
import { FEED, HOSTS, HOSTS_WITH_NEWS, hostOf } from './corpus.ts';

export default defineBenchmark({
  name: 'outbound',
  question: 'What do the address guard, limits, deadlines and redirects cost on top of a bare HTTP client?',
  corpus: {
    name: 'feeds on loopback',
    size: `${HOSTS} hosts, 80 % answer 304, 20 % a feed of ${FEED.length} bytes in gzip; 64 fetches at a time`,
  },
  peers: ['undici'],
  run: measureClients,
});

async function measureClients(ctx: BenchmarkContext): Promise<void> {
  ctx.plan(2);
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(server, 'exit');
  const [{ port }] = await once(server, 'message');
  const made = createClients();
  try {
    await assertSameAnswers(made, port);
    const options = { callers: 64, rounds: 5, durationMs: 1_000, warmupMs: 500 };
    const kept = await ctx.measure('connections kept', works(made, port, '/feed', HOSTS), options);
    const fresh = await ctx.measure('a new connection each', works(made, port, '/close', 40_000), options);
    report(ctx, 'kept', 'Repeated fetches over idle connections', kept);
    report(ctx, 'fresh', 'A new connection for each fetch, as when hosts are minutes apart', fresh);
  } finally {
    await made.close();
    server.disconnect();
    await exited;
  }
}

async function assertSameAnswers({ clients }: Clients, port: number): Promise<void> {
  for (const path of ['/feed', '/close'])
    for (let n = 0; n < 20; n++)
      for (const ask of Object.values(clients)) {
        const hasNews = HOSTS_WITH_NEWS.test(hostOf(n));
        const answer = await ask(`http://${hostOf(n)}:${port}${path}`);
        assert.deepEqual(answer, hasNews ? { status: 200, bytes: FEED.length } : { status: 304, bytes: 0 });
      }
}

function works(made: Clients, port: number, path: string, hosts: number): Record<ClientName, Work> {
  const work = (name: ClientName): Work => {
    let next = 0;
    return () => made.clients[name](`http://${hostOf(next++ % hosts)}:${port}${path}`);
  };
  return {
    ours: work('ours'),
    'undici request': work('undici request'),
    'undici fetch': work('undici fetch'),
    'node:http': work('node:http'),
  };
}

function report(
  ctx: BenchmarkContext,
  name: string,
  title: string,
  measured: Readonly<Record<ClientName, Measurement>>,
): void {
  const all = Object.values(measured);
  const bare = all.filter(({ peer }) => peer !== 'ours');
  const fastest = bare.reduce((best, one) => (one.rate.median > best.rate.median ? one : best));
  ctx.table(
    title,
    ['client', 'fetches/s', 'of the fastest bare', 'CPU µs per fetch', 'p50 ms', 'p99 ms'],
    all.map(one => [
      one.peer,
      Math.round(one.rate.median),
      ctx.ratio(one.rate, fastest.rate).toFixed(2),
      one.cpuMicros.median.toFixed(0),
      one.p50Ms.median.toFixed(1),
      one.p99Ms.median.toFixed(1),
    ]),
  );
  ctx.figure({
    metric: `outbound.${name}.of-${fastest.peer.replaceAll(/[ :]/g, '-')}`,
    value: ctx.ratio(measured.ours.rate, fastest.rate),
    unit: 'x',
    goal: 0.6,
    better: 'higher',
  });
  ctx.figure({
    metric: `outbound.${name}.fetches`,
    value: measured.ours.rate.median,
    unit: 'a second',
    goal: 1_000,
    better: 'higher',
  });
  const cheapest = bare.reduce((best, one) => (one.cpuMicros.median < best.cpuMicros.median ? one : best));
  ctx.figure({
    metric: `outbound.${name}.fetches-per-cpu-second.of-${cheapest.peer.replaceAll(/[ :]/g, '-')}`,
    value: ctx.ratio(cheapest.cpuMicros, measured.ours.cpuMicros),
    unit: 'x',
    goal: 0.6,
    better: 'higher',
  });
  ctx.figure({
    metric: `outbound.${name}.cpu`,
    value: measured.ours.cpuMicros.median,
    unit: 'µs a fetch',
    better: 'lower',
  });
}
