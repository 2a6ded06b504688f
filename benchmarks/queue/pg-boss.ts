import { PgBoss } from 'pg-boss';
import { CONNECTIONS, type Contender, drainByLoops } from './contender.ts';
import type { Body } from './corpus.ts';

const QUEUE = 'feeds';

/**
 * Its `work()` polls; a loop of `fetch` and `complete` never waits while there are jobs, and its documentation
 * recommends it for consumers with their own pace.
 */
export async function withPgBoss(url: string): Promise<Contender> {
  const boss = new PgBoss({ connectionString: url, max: CONNECTIONS, supervise: false, schedule: false });
  boss.on('error', () => {
    // Each call rejects anyway; this only keeps the emitter from ending the process.
  });
  await boss.start();
  await boss.createQueue(QUEUE);
  const insert = (bodies: readonly Body[]) =>
    boss.insert(
      QUEUE,
      bodies.map(data => ({ data })),
    );
  return {
    name: 'pg-boss',
    kind: 'peer',
    prefetches: false,
    joinsBatches: true,
    settings:
      'send and insert; fetch({ batchSize }) and complete([ids]) in a loop per consumer; maintenance and cron off',
    publishOne: body => boss.send(QUEUE, body),
    publishBatch: insert,
    fill: insert,
    drain: (count, how) =>
      drainByLoops(
        count,
        how,
        () => boss.fetch(QUEUE, { batchSize: how.batch }),
        jobs =>
          boss.complete(
            QUEUE,
            jobs.map(job => job.id),
          ),
      ),
    // Its deleteAllJobs leaves dead rows, which would slow down the next round.
    empty: async () => void (await boss.getDb().executeSql('truncate pgboss.job')),
    close: () => boss.stop({ graceful: false }),
  };
}
