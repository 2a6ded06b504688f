import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import type { Cell } from '../harness/table.ts';
import { findBullMq } from '../queue/bullmq-package.ts';
import { startRedis } from '../queue/redis.ts';
import { withBullMq, withOurs } from './contenders.ts';
import { graphileWorkerDefault, pgBossDefault } from './defaults.ts';
import { timeToRecover } from './kill.ts';

/**
 * Two workers in separate processes. The benchmark kills the one that took the message with SIGKILL, so that it cannot
 * return the message. All settings are the defaults of the package.
 */
export default defineBenchmark({
  name: 'recovery',
  question: 'How long until another worker gets the message of a killed worker?',
  corpus: { name: 'one message', size: 'one round' },
  peers: ['pg-boss', 'graphile-worker'],
  async run(ctx) {
    const server = await ctx.postgres();
    const ours = await recoverOurs(ctx, await server.createDatabase('ours'));
    ctx.say(`ours: ${ours.seconds.toFixed(1)} s`);
    const bullmq = await recoverBullMq(ctx);
    const boss = await pgBossDefault(await server.createDatabase('pg_boss'));
    const graphile = await graphileWorkerDefault();
    ctx.table(
      'Seconds from SIGKILL to the next delivery, with default settings',
      ['queue', 'seconds', 'known from'],
      [
        ['ours', ours.seconds, ours.knownFrom],
        ['BullMQ', bullmq.seconds, bullmq.knownFrom],
        ['pg-boss', boss.seconds, boss.knownFrom],
        ['graphile-worker', graphile.seconds, graphile.knownFrom],
      ],
    );
    ctx.figure({ metric: 'recovery.ours', value: ours.seconds, unit: 's', goal: 60, better: 'lower' });
  },
});

/** A quick run waits for a short lease and extrapolates to the default lease. */
async function recoverOurs(
  ctx: BenchmarkContext,
  url: string,
): Promise<{ seconds: number; knownFrom: string }> {
  const contender = await withOurs(url, ctx.quick ? QUICK_LEASE_MS : undefined);
  const seconds = await timeToRecover(contender);
  if (!ctx.quick) return { seconds, knownFrom: 'measured' };
  return {
    seconds: seconds + (contender.defaultLeaseMs - QUICK_LEASE_MS) / 1_000,
    knownFrom: `${seconds.toFixed(1)} s measured with a lease of ${QUICK_LEASE_MS / 1_000} s, its default is ${contender.defaultLeaseMs / 1_000} s`,
  };
}

const QUICK_LEASE_MS = 3_000;

/** Its lock lasts 30 s and its check for stalled jobs runs every 30 s: up to a minute, too long for a quick run. */
async function recoverBullMq(ctx: BenchmarkContext): Promise<{ seconds: Cell; knownFrom: string }> {
  const documented = (why: string) => ({
    seconds: '30 to 60',
    knownFrom: `its documented defaults (lockDuration, stalledInterval); not measured: ${why}`,
  });
  if (ctx.quick) return documented('quick run');
  await using open = new AsyncDisposableStack();
  const redis = await startRedis();
  if ('missing' in redis) return documented(redis.missing);
  open.defer(() => redis.stop());
  const found = await findBullMq();
  if ('missing' in found) return documented(found.missing);
  open.defer(() => found.remove());
  const seconds = await timeToRecover(await withBullMq(found, redis.port));
  ctx.say(`BullMQ: ${seconds.toFixed(1)} s`);
  return { seconds, knownFrom: `measured (BullMQ ${found.version} on Redis ${redis.version})` };
}
