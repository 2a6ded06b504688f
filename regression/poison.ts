import { systemClock } from '../src/lib/clock.ts';
import { type DeliveryLedger, describeCheck, isCorrect } from './lib/deliveries/delivery-ledger.ts';
import { POISONS, type Poison, TRANSPORTS, type Transport } from './lib/deliveries/protocol.ts';
import { type DeliveryRun, runDeliveries } from './lib/deliveries/run.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * Fault 9: items that throw, loop forever or exhaust the memory of their process, among many good ones, on
 * the log, on a queue and as tasks. A supervisor kills workers without heartbeats. Every bad item is
 * dead-lettered after its fifth attempt, and every good one takes effect once.
 */
const LIMIT_MS = 150_000;
const PROCESSES = 2;
const server = await startQueueDatabase();
const ok: boolean[] = [];
try {
  for (const way of TRANSPORTS) {
    const url = await server.create(`poison_${way}`);
    const stage = {
      transports: [way],
      ledgerUrl: url,
      workerUrl: url,
      processes: PROCESSES,
      silenceMs: 2_000,
      everyMs: 10,
    };
    ok.push(await runDeliveries(stage, play => run(way, play)));
  }
} finally {
  await server.stop();
}
process.exitCode = ok.every(Boolean) ? 0 : 1;

async function run(way: Transport, { ledger, pool, stopSending }: DeliveryRun): Promise<boolean> {
  const began = performance.now();
  const spoiled = new Map<number, Poison>();
  for (const poison of POISONS) spoiled.set(await ledger.send(way, { poison }), poison);
  await waitUntilDeadLettered(ledger, way, spoiled.size);
  const deadLetteredInMs = performance.now() - began;
  await stopSending();
  const verdict = await ledger.waitUntilSettled(way, 30_000, new Set(spoiled.keys()));
  const failed = await failedItems(ledger, way);
  const good = failed.filter(number => !spoiled.has(number));
  console.log(
    `${describeCheck(way, verdict)}; ${failed.length} dead letters, ${good.length} of them of good items, after ${Math.round(deadLetteredInMs / 1_000)} s; ${pool.killedForSilence} processes hung, ${pool.ended} died`,
  );
  return (
    isCorrect(verdict) && failed.length === spoiled.size && good.length === 0 && pool.killedForSilence > 0
  );
}

async function waitUntilDeadLettered(ledger: DeliveryLedger, way: Transport, count: number): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while ((await failedItems(ledger, way)).length < count && performance.now() < giveUpAt)
    await systemClock.sleep(200);
}

/** Numbers of the failed items: dead letters, and tasks that failed or were abandoned. */
async function failedItems(ledger: DeliveryLedger, way: Transport): Promise<number[]> {
  if (way === 'log')
    return (await ledger.log.deadLetters({ limit: 1_000 })).map(({ event }) => numberOf(event.data));
  if (way === 'task')
    return (await ledger.tasks.list({ state: 'failed', limit: 1_000 })).map(({ payload }) =>
      numberOf(payload),
    );
  const queues = await ledger.broker.queues();
  const dead = queues.find(({ name }) => name.endsWith('.dead'));
  return dead
    ? (await ledger.broker.peek(dead.name, { limit: 1_000 })).map(({ body }) => numberOf(body))
    : [];
}

function numberOf(item: unknown): number {
  return typeof item === 'object' && item !== null && 'number' in item ? Number(item.number) : Number.NaN;
}
