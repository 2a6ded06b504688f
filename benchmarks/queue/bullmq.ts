import type { BullMq } from './bullmq-package.ts';
import { type Consumption, type Contender, countdown } from './contender.ts';
import type { Body } from './corpus.ts';

const QUEUE = 'feeds';

/** Its worker always gets one job at a time; a batch of 100 is a concurrency of 100. */
export async function withBullMq(bullmq: BullMq, port: number): Promise<Contender> {
  const connection = { host: '127.0.0.1', port };
  const queue = new bullmq.Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: true } });
  queue.on('error', () => undefined);
  await queue.waitUntilReady();
  const addBulk = (bodies: readonly Body[]) => queue.addBulk(bodies.map(data => ({ name: 'feed', data })));
  return {
    name: 'BullMQ',
    kind: 'peer',
    prefetches: false,
    joinsBatches: true,
    settings:
      'Redis with appendonly yes and appendfsync always; add and addBulk with removeOnComplete; Worker with concurrency = consumers x batch, at most 500',
    publishOne: body => queue.add('feed', body),
    publishBatch: addBulk,
    fill: addBulk,
    drain: (count, how) => drain(bullmq, connection, count, how),
    empty: async () => void (await queue.obliterate({ force: true, count: 10_000 })),
    close: () => queue.close(),
  };
}

async function drain(
  { Worker }: BullMq,
  connection: { host: string; port: number },
  count: number,
  { consumers, batch }: Consumption,
): Promise<number> {
  const { done, settled } = countdown(count);
  const concurrency = Math.min(consumers * batch, 500);
  const worker = new Worker(QUEUE, async () => undefined, { connection, concurrency, autorun: false });
  worker.on('error', () => undefined);
  worker.on('completed', settled);
  await worker.waitUntilReady();
  const start = performance.now();
  const running = worker.run();
  await done;
  const elapsed = performance.now() - start;
  await worker.close();
  await running;
  return elapsed;
}
