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
  isErrand,
  KIND,
  type Poison,
  QUEUE,
  STREAM,
  VISIBILITY_MS,
  WAYS,
  type Way,
} from './agreed.ts';

/**
 * One process that does errands: `node worker.ts URL log queue task`. An errand is a row that commits with the
 * position of the group, the deletion of the message or the end of the run.
 */
const [url = '', ...given] = process.argv.slice(2);
const ways = WAYS.filter(way => given.includes(way));
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, maxConnections: 12, applicationName: 'three-ways' });
const tools = { database, telemetry, clock: systemClock, random: systemRandom };
const broker = createBroker(tools);
const START: Readonly<Record<Way, () => Promise<void>>> = {
  log: async () => {
    const log = createLog({ ...tools, retryDelay: { firstMs: 20, maxMs: 200 } });
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
    const tasks = createTasks({ ...tools, broker, newId, visibilityMs: VISIBILITY_MS });
    const summary = 'Runs an errand';
    tasks.register({ name: KIND, summary, run: (tx, { payload }) => run(tx, 'task', payload) });
    tasks.startPicker();
    tasks.startExecutor({ concurrency: 4 });
  },
};
for (const way of ways) await START[way]();
process.send?.('ready');
// A supervisor that hears nothing for a while ends the process.
setInterval(() => process.send?.('alive'), 250);
// Its parent is gone, so nobody would end it.
process.on('disconnect', () => process.exit(1));

async function run(tx: Transaction, way: Way, errand: unknown): Promise<void> {
  if (!isErrand(errand)) throw new TypeError('this is no errand');
  await tx.execute(sql`
    insert into effects (way, number, process) values (${way}, ${errand.number}::int, ${process.pid}::int)
  `);
  if (errand.poison) suffer(errand.poison);
}

function suffer(poison: Poison): void {
  if (poison === 'throws') throw new Error('this one cannot be done');
  if (poison === 'exhausts memory')
    for (const hoard: unknown[] = []; ; ) hoard.push(new Array(100_000).fill({}));
  for (;;);
}
