import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedInstallation } from '../../regression/lib/signals-installation.ts';
import { openInstallation } from '../../src/context.ts';
import { testConfig } from '../../test/harness/config.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { measureBatches } from './batches.ts';
import { measureSingles } from './singles.ts';

/** EVT-3: the rate at which events become durable, through HTTP and the whole request path, without validation. */
export default defineBenchmark({
  name: 'signals',
  question: 'How many events are accepted and durable, compared with COPY and bare Fastify?',
  corpus: { name: 'shares', size: 'batches of 1,000 by 200 readers of 40 articles, and one at a time' },
  peers: ['fastify', 'autocannon', 'pg', 'pg-copy-streams'],
  run: measureAcceptance,
});

async function measureAcceptance(ctx: BenchmarkContext): Promise<void> {
  await using open = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-signals-'));
  open.defer(() => rm(data, { recursive: true, force: true }));
  const databaseUrl = await (await ctx.postgres()).createDatabase('signals');
  const given = { databaseUrl, data, ...(await prepare(databaseUrl, data)) };
  // Batches first: they may use every core, while single requests keep servers and callers apart.
  await measureBatches(ctx, given);
  await measureSingles(ctx, given);
}

async function prepare(databaseUrl: string, data: string): Promise<{ articles: string[]; token: string }> {
  const config = testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' });
  const installation = await openInstallation(config);
  try {
    const { articles, forwarder } = await seedInstallation(installation, 0);
    return { articles: articles.map(({ id }) => id), token: forwarder.token };
  } finally {
    await installation.close();
  }
}

export interface Prepared {
  readonly databaseUrl: string;
  readonly data: string;
  readonly articles: readonly string[];
  readonly token: string;
}
