import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { withBullMq } from './bullmq.ts';
import { findBullMq } from './bullmq-package.ts';
import { CONSUMPTIONS, measureProcessing, measurePublishing } from './cases.ts';
import type { Contender } from './contender.ts';
import { CORPUS } from './corpus.ts';
import { withBareSql } from './floor.ts';
import { withGraphileWorker } from './graphile-worker.ts';
import { withOurs } from './ours.ts';
import { withPgBoss } from './pg-boss.ts';
import { startRedis } from './redis.ts';
import { reportResults } from './report.ts';

/**
 * One PostgreSQL with a database and a pool of ten connections per contender, everything in this process. For all of
 * them, acknowledged messages are on disk: fsync in PostgreSQL, appendfsync always in Redis.
 */
export default defineBenchmark({
  name: 'queue',
  question: 'How fast is our broker compared with pg-boss, graphile-worker, BullMQ and bare SQL?',
  corpus: CORPUS,
  peers: ['pg-boss', 'graphile-worker'],
  async run(ctx) {
    ctx.plan(2);
    await using open = new AsyncDisposableStack();
    const contenders = await openContenders(ctx, open);
    const results = await measurePublishing(ctx, contenders);
    for (const how of CONSUMPTIONS) results.push(await measureProcessing(ctx, contenders, how));
    reportResults(ctx, contenders, results);
  },
});

async function openContenders(ctx: BenchmarkContext, open: AsyncDisposableStack): Promise<Contender[]> {
  const server = await ctx.postgres();
  const keep = <C extends Contender>(contender: C): C => {
    open.defer(() => contender.close());
    return contender;
  };
  const bullmq = await openBullMq(ctx, open);
  return [
    ...(await withOurs(await server.createDatabase('ours'))).map(keep),
    keep(await withPgBoss(await server.createDatabase('pg_boss'))),
    ...(await withGraphileWorker(await server.createDatabase('graphile'))).map(keep),
    ...(bullmq ? [keep(bullmq)] : []),
    ...(await withBareSql(await server.createDatabase('floor'))).map(keep),
  ];
}

/** Without Redis or the package the others still run; the report lists the missing contender. */
async function openBullMq(ctx: BenchmarkContext, open: AsyncDisposableStack): Promise<Contender | null> {
  const redis = await startRedis();
  if ('missing' in redis) return leaveOut(ctx, redis.missing);
  open.defer(() => redis.stop());
  const found = await findBullMq();
  if ('missing' in found) return leaveOut(ctx, found.missing);
  open.defer(() => found.remove());
  ctx.note(`BullMQ ${found.version} on Redis ${redis.version}.`);
  return withBullMq(found.bullmq, redis.port);
}

function leaveOut(ctx: BenchmarkContext, reason: string): null {
  ctx.note(`BullMQ did not take part: ${reason}.`);
  return null;
}
