import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { createBulkOperations } from './bulk-operations.ts';
import { exposeStates, peek, readStates } from './inspection.ts';
import type { Broker, Worker } from './port.ts';
import { startPrefetchWorker } from './prefetch-worker.ts';
import { createPublishing } from './publishing.ts';
import { createQueues } from './queues.ts';
import { createReceipts } from './receipts.ts';
import { createReceiving } from './receiving.ts';
import { createSettling } from './settlement.ts';
import { createWakeups } from './wakeups.ts';
import { startWorker } from './worker.ts';

/** The broker on PostgreSQL. Any number of processes share the queues of a database. */
export function createBroker(options: BrokerOptions): Broker {
  const { database, clock, random, telemetry } = options;
  const queues = createQueues(database);
  const wakeups = createWakeups({ database, clock, telemetry });
  const receipts = createReceipts(receiptKey(options));
  const publishing = createPublishing({ database, telemetry, queues, wakeups });
  const settling = createSettling({ database, telemetry, receipts, wakeups });
  const receiving = createReceiving({
    database,
    clock,
    queues,
    receipts,
    wakeups,
    sweepEveryMs: options.sweepEveryMs ?? 1_000,
  });
  const bulk = createBulkOperations({ queues, wakeups });
  const declareIn: Broker['declareIn'] = async (tx, queue, settings = {}) => {
    const declared = await queues.declareIn(tx, queue, settings);
    if (settings.paused === false) tx.afterCommit(() => wakeups.announce(queue));
    return declared;
  };
  const workers = new Set<Worker>();
  exposeStates(database, telemetry, () => clock.now());

  return {
    ...publishing,
    declare: (queue, settings) => database.transaction(tx => declareIn(tx, queue, settings)),
    declareIn,
    receive: receiving.receive,
    extend: settling.extend,
    delete: settling.delete,
    deleteIn: settling.deleteIn,
    release: settling.release,
    deadLetter: settling.deadLetter,
    purge: queue => database.transaction(tx => bulk.purgeIn(tx, queue)),
    purgeIn: bulk.purgeIn,
    peek: async (queue, options) => peek(database, await queues.find(queue), options),
    redrive: (queue, redriven) => database.transaction(tx => bulk.redriveIn(tx, queue, redriven)),
    redriveIn: bulk.redriveIn,
    queues: () => readStates(database),
    work: (queue, work, handle) => {
      const deps = { database, clock, random, telemetry, receiving, settling, wakeups };
      const { prefetch } = work;
      const worker =
        prefetch === undefined
          ? startWorker(deps, queue, work, handle)
          : startPrefetchWorker(deps, queue, { ...work, prefetch }, handle);
      workers.add(worker);
      return worker;
    },
    close: async () => {
      await Promise.all([...workers].map(worker => worker.stop()));
      await wakeups.close();
    },
  };
}

/** Without keys, receipts are valid in this process only. */
function receiptKey({ keys, random }: BrokerOptions): string {
  return keys ? keys.sign('receipt', 'broker') : Buffer.from(random.bytes(24)).toString('base64url');
}

export interface BrokerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly telemetry: Telemetry;
  readonly keys?: Keys;
  /** How often claims that find messages look for expired leases; empty claims always look. */
  readonly sweepEveryMs?: number;
}
