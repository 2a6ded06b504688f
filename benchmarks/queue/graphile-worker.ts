import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { CONNECTIONS, type Consumption, type Contender, countdown } from './contender.ts';
import type { Body } from './corpus.ts';

const TASK = 'feed';
const SILENT = new Logger(() => () => undefined);

/**
 * Two variants: with the settings of its performance page, which fetches and completes jobs in batches of 500, and job
 * by job, its default. A task gets one job at a time in both, so a batch of 100 is 100 concurrent jobs.
 */
export async function withGraphileWorker(url: string): Promise<Contender[]> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  // A broken connection fails its statement; without these handlers it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  const utils = await makeWorkerUtils({ pgPool: pool, logger: SILENT });
  await utils.migrate();
  const addJobs = (bodies: readonly Body[]) =>
    utils.addJobs(bodies.map(payload => ({ identifier: TASK, payload })));
  const empty = async () => void (await pool.query('truncate graphile_worker._private_jobs'));
  return [
    {
      name: 'graphile-worker',
      kind: 'peer',
      prefetches: true,
      joinsBatches: true,
      settings:
        'addJob and addJobs; localQueue { size: 500 }, completeJobBatchDelay 0, concurrentJobs = consumers x batch, at most 500',
      publishOne: body => utils.addJob(TASK, body),
      publishBatch: addJobs,
      fill: addJobs,
      drain: (count, how) => drain(pool, count, how, IN_LOTS),
      empty,
      close: async () => {
        await utils.release();
        await pool.end();
      },
    },
    {
      name: 'graphile-worker, job by job',
      kind: 'peer',
      prefetches: false,
      joinsBatches: false,
      settings:
        'no localQueue, no completeJobBatchDelay: its defaults; only where messages are taken one by one',
      publishOne: null,
      publishBatch: null,
      fill: addJobs,
      drain: (count, how) => drain(pool, count, how, {}),
      empty,
      close: async () => undefined,
    },
  ];
}

const IN_LOTS: GraphileConfig.WorkerOptions = {
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

async function drain(
  pool: pg.Pool,
  count: number,
  { consumers, batch }: Consumption,
  settings: GraphileConfig.WorkerOptions,
): Promise<number> {
  const events: WorkerEvents = new EventEmitter();
  const { done, settled, fail } = countdown(count);
  // Emitted after the completion was written, not when the task returned.
  events.on('job:complete', ({ error }) => (error ? fail(error) : settled()));
  let start = Number.NaN;
  events.once('pool:create', () => {
    start = performance.now();
  });
  const runner = await run({
    pgPool: pool,
    logger: SILENT,
    events,
    noHandleSignals: true,
    preset: { worker: { ...settings, concurrentJobs: Math.min(consumers * batch, 500) } },
    taskList: { [TASK]: () => undefined },
    parsedCronItems: [],
  });
  await done;
  const elapsed = performance.now() - start;
  await runner.stop();
  return elapsed;
}
