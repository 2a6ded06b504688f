import { openBroker } from '../../benchmarks/queue/broker.ts';
import { Problem } from '../../src/errors.ts';
import type { Broker, Delivery } from '../../src/platform/broker/port.ts';
import type { Transaction } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { CHAOS_QUEUE, isChaosBody, VISIBILITY_MS, WORKERS_PER_PROCESS } from './chaos.ts';

/**
 * One process of the chaos test, with four workers. Style `work` leaves everything to the broker; style
 * `receive` handles messages by hand and never extends, so it loses messages that take too long.
 */
const [url = '', style = 'work'] = process.argv.slice(2);
const { broker, database } = await openBroker(url);

if (style === 'work') {
  broker.work(
    CHAOS_QUEUE,
    { concurrency: WORKERS_PER_PROCESS, visibilityMs: VISIBILITY_MS },
    async (tx, messages) => {
      for (const message of messages) await takeEffect(tx, message);
    },
  );
} else {
  for (let worker = 0; worker < WORKERS_PER_PROCESS; worker++) void receiveForever(broker);
}
process.send?.('ready');
// The parent is gone, so no other process would end this one.
process.on('disconnect', () => process.exit(1));

async function receiveForever(from: Broker): Promise<never> {
  for (;;) {
    const messages = await from.receive(CHAOS_QUEUE, { max: 1, visibilityMs: VISIBILITY_MS, waitMs: 1_000 });
    for (const message of messages) await handle(from, message);
  }
}

async function handle(from: Broker, message: Delivery): Promise<void> {
  try {
    await pause(thinkingTime());
    await database.transaction(async tx => {
      await takeEffect(tx, message);
      await from.deleteIn(tx, [message.receipt]);
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'receipt-expired') throw error;
    process.send?.('refused');
  }
}

/** Usually short; one in fifty exceeds the visibility timeout. */
function thinkingTime(): number {
  return Math.random() < 0.02 ? VISIBILITY_MS * 1.3 : Math.random() * 20;
}

async function takeEffect(tx: Transaction, { id, body, receives }: Delivery): Promise<void> {
  if (!isChaosBody(body)) throw new TypeError(`message ${id} is not one of ours`);
  const { number, group, sequence } = body;
  await tx.execute(sql`
    insert into effects (message_id, number, group_name, sequence, receives, process)
    values (${id}, ${number}::int, ${group}, ${sequence}::int, ${receives}::int, ${process.pid}::int)
  `);
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
