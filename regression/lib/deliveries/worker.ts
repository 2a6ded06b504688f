import { systemClock } from '../../../src/lib/clock.ts';
import { createIdSource } from '../../../src/lib/ids.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { createBroker } from '../../../src/platform/broker/index.ts';
import { createPool } from '../../../src/platform/database/pool.ts';
import type { Transaction } from '../../../src/platform/database/port.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { createTasks } from '../../../src/platform/tasks/tasks.ts';
import { createMemoryTelemetry } from '../../../src/platform/telemetry/memory/memory.ts';
import {
  GROUP,
  isWorkItem,
  KIND,
  type Poison,
  QUEUE,
  STREAM,
  TRANSPORTS,
  type Transport,
  VISIBILITY_MS,
} from './protocol.ts';

/**
 * One worker process: `node worker.ts URL log queue task`. An item is a row that commits with the
 * offset of the group, the deletion of the message or the end of the run.
 */
const [url = '', ...given] = process.argv.slice(2);
const transports = TRANSPORTS.filter(way => given.includes(way));
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, maxConnections: 12, applicationName: 'three-ways' });
const deps = { database, telemetry, clock: systemClock, random: systemRandom };
const broker = createBroker(deps);
const START: Readonly<Record<Transport, () => Promise<void>>> = {
  log: async () => {
    const log = createLog({ ...deps, retryDelay: { firstMs: 20, maxMs: 200 } });
    await log.consume({ group: GROUP, stream: STREAM, batch: 20 }, async (tx, events) => {
      for (const { data } of events) await run(tx, 'log', data);
    });
  },
  queue: async () => {
    broker.work(QUEUE, { concurrency: 4, visibilityMs: VISIBILITY_MS }, async (tx, messages) => {
      for (const { body } of messages) await run(tx, 'queue', body);
    });
  },
  task: async () => {
    const newId = createIdSource(systemClock, systemRandom);
    const tasks = createTasks({ ...deps, broker, newId, visibilityMs: VISIBILITY_MS });
    const summary = 'Runs a work item';
    tasks.register({ name: KIND, summary, run: (tx, { payload }) => run(tx, 'task', payload) });
    tasks.startPicker();
    tasks.startExecutor({ concurrency: 4 });
  },
};
for (const way of transports) await START[way]();
process.send?.('ready');
// The supervisor kills a process without heartbeats.
setInterval(() => process.send?.('alive'), 250);
// The parent is gone, so no other process would end this one.
process.on('disconnect', () => process.exit(1));

async function run(tx: Transaction, way: Transport, item: unknown): Promise<void> {
  if (!isWorkItem(item)) throw new TypeError('this is not a work item');
  await tx.execute(sql`
    insert into effects (way, number, process) values (${way}, ${item.number}::int, ${process.pid}::int)
  `);
  if (item.poison) takePoison(item.poison);
}

function takePoison(poison: Poison): void {
  if (poison === 'throws') throw new Error('this item always fails');
  if (poison === 'exhausts memory')
    for (const allocations: unknown[] = []; ; ) allocations.push(new Array(100_000).fill({}));
  for (;;);
}
