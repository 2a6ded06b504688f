import pg from 'pg';
import type { Broker } from '../../src/platform/broker/port.ts';
import { migrateForBroker, openBroker } from './broker.ts';
import {
  type Consumption,
  type Contender,
  countdown,
  drainByLoops,
  OURS,
  OURS_IN_TRANSACTION,
  OURS_PREFETCHED,
} from './contender.ts';
import type { Body } from './corpus.ts';

const PREFETCH = 500;

/**
 * Three variants of ours: messages received and deleted, like peers that fetch and complete; taken in batches by `work`
 * and passed to handlers one by one, like the local queue of graphile-worker; and handled by `work` in a transaction,
 * which no peer offers.
 */
export async function withOurs(url: string): Promise<Contender[]> {
  await migrateForBroker(url);
  const { broker, close } = await openBroker(url);
  const tables = await openTables(url);
  const queue = await freshQueues(broker, tables);
  const publishMany = (bodies: readonly Body[]) =>
    broker.publishMany(
      queue.name,
      bodies.map(body => ({ body })),
    );
  const other = {
    kind: 'ours',
    publishOne: null,
    publishBatch: null,
    fill: publishMany,
    empty: queue.renew,
    close: async () => undefined,
  } as const;
  return [
    {
      ...other,
      name: OURS,
      prefetches: false,
      joinsBatches: true,
      settings: 'publish and publishMany; receive and delete in a loop per consumer; defaults throughout',
      publishOne: body => broker.publish(queue.name, { body }),
      publishBatch: publishMany,
      drain: (count, how) => drainByReceiving(broker, queue.name, count, how),
      close: async () => {
        await close();
        await tables.end();
      },
    },
    {
      ...other,
      name: OURS_PREFETCHED,
      prefetches: true,
      joinsBatches: false,
      settings: `work with concurrency = consumers and ahead = ${PREFETCH}: a batch under one lease, handed out one by one; only where messages are taken one by one`,
      drain: (count, how) => drainAhead(broker, queue.name, count, how),
    },
    {
      ...other,
      name: OURS_IN_TRANSACTION,
      prefetches: false,
      joinsBatches: true,
      settings: 'work with concurrency = consumers: deletion and effects of the handler commit together',
      drain: (count, how) => drainByWorking(broker, queue.name, count, how),
    },
  ];
}

/** Stopping waits for pending deletions, so their time counts. */
async function drainAhead(
  broker: Broker,
  queue: string,
  count: number,
  { consumers }: Consumption,
): Promise<number> {
  const { done, settled } = countdown(count);
  const start = performance.now();
  const worker = broker.work(queue, { concurrency: consumers, prefetch: PREFETCH }, async () => settled());
  await done;
  await worker.stop();
  return performance.now() - start;
}

function drainByReceiving(broker: Broker, queue: string, count: number, how: Consumption): Promise<number> {
  return drainByLoops(
    count,
    how,
    () => broker.receive(queue, { max: how.batch }),
    messages => broker.delete(messages.map(({ receipt }) => receipt)),
  );
}

async function drainByWorking(
  broker: Broker,
  queue: string,
  count: number,
  { consumers, batch }: Consumption,
): Promise<number> {
  const { done, settled } = countdown(count);
  const start = performance.now();
  const worker = broker.work(queue, { concurrency: consumers, batch }, async (tx, messages) => {
    tx.afterCommit(() => {
      for (const _ of messages) settled();
    });
  });
  await done;
  const elapsed = performance.now() - start;
  await worker.stop();
  return elapsed;
}

async function openTables(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** An emptied table and a new queue name, since the broker remembers how far it has read the old queue. */
async function freshQueues(
  broker: Broker,
  tables: pg.Client,
): Promise<{ readonly name: string; renew(): Promise<void> }> {
  let number = 0;
  const renew = async () => {
    await tables.query('truncate queue_messages, queue_done, queue_leases, queue_holes, queue_returns');
    await broker.declare(`feeds-${++number}`);
  };
  await renew();
  return {
    get name() {
      return `feeds-${number}`;
    },
    renew,
  };
}
