import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import { int8, row, textArray } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { arrayOf } from './columns.ts';
import { exposeStates, peek, readStates } from './looking.ts';
import type { Broker, Worker } from './port.ts';
import { createPublishing } from './publishing.ts';
import { createQueues } from './queues.ts';
import { createReceipts } from './receipts.ts';
import { createReceiving } from './receiving.ts';
import { createSettling } from './settling.ts';
import { createWakeups } from './waking.ts';
import { startWorker } from './working.ts';
import { startWorkerAhead } from './working-ahead.ts';

/** The broker of this process, over PostgreSQL. Any number of processes share the queues of a database. */
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
  const workers = new Set<Worker>();
  exposeStates(database, telemetry, () => clock.now());

  return {
    ...publishing,
    declare: async (queue, settings = {}) => {
      const declared = await queues.declare(queue, settings);
      if (settings.paused === false) wakeups.announce(queue);
      return declared;
    },
    receive: receiving.receive,
    extend: settling.extend,
    delete: settling.delete,
    deleteIn: settling.deleteIn,
    release: settling.release,
    deadLetter: settling.deadLetter,
    purge: async queue => {
      const { id } = await queues.find(queue);
      return (await database.one(Purged, sql`select queue_purge(${id}) as purged`)).purged;
    },
    peek: async (queue, { most = 10 } = {}) => peek(database, await queues.find(queue), most),
    redrive: async (queue, { most = 1_000, ids } = {}) => {
      const { id } = await queues.find(queue);
      const given = ids === undefined ? null : arrayOf(ids.filter(isId));
      const { moved, targets } = await database.one(
        Redriven,
        sql`
          select moved, array(select name from queues where id = any (r.targets)) as targets
          from queue_redrive(${id}, ${given}, ${most}) r
        `,
      );
      targets.forEach(wakeups.announce);
      return moved;
    },
    queues: () => readStates(database),
    work: (queue, work, handle) => {
      const deps = { database, clock, random, telemetry, receiving, settling, wakeups };
      const { ahead } = work;
      const worker =
        ahead === undefined
          ? startWorker(deps, queue, work, handle)
          : startWorkerAhead(deps, queue, { ...work, ahead }, handle);
      workers.add(worker);
      return worker;
    },
    close: async () => {
      await Promise.all([...workers].map(worker => worker.stop()));
      await wakeups.close();
    },
  };
}

/** Without keys receipts are good in this process only. */
function receiptKey({ keys, random }: BrokerOptions): string {
  return keys ? keys.sign('receipt', 'broker') : Buffer.from(random.bytes(24)).toString('base64url');
}

function isId(id: string): boolean {
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= 9223372036854775807n;
}

const Purged = row({ purged: int8 });
const Redriven = row({ moved: int8, targets: textArray });

export interface BrokerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly telemetry: Telemetry;
  readonly keys?: Keys;
  /** How often claims that find enough look for leases that have run out; those that find nothing always do. */
  readonly sweepEveryMs?: number;
}
